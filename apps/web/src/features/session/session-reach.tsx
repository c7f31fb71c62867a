import { FolderKey, Globe, ShieldCheck } from "lucide-react";
import type { SessionHeader } from "./session-header-view.ts";

/** What the session reaches, always in view: mode, network, standing grants. */
export function SessionReach({ session }: { session: SessionHeader }) {
  const { mode, hostOffersNetwork, grants } = session;
  const places = grants.map((grant) => grant.words);
  return (
    <ul
      aria-label="Reach of this session"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted-foreground"
    >
      <li className="flex items-center gap-1">
        <ShieldCheck aria-hidden className="size-3.5" />
        {mode === "safe" ? "Safe: asks before it changes" : "Auto: runs in the sandbox"}
      </li>
      <li className="flex items-center gap-1">
        <Globe aria-hidden className="size-3.5" />
        {hostOffersNetwork ? "Network only where a call asks" : "No network"}
      </li>
      <li className="flex items-center gap-1" title={places.join("\n")}>
        <FolderKey aria-hidden className="size-3.5" />
        {grants.length === 0 ? "No grants" : `${grants.length} ${grants.length === 1 ? "grant" : "grants"}`}
      </li>
    </ul>
  );
}
