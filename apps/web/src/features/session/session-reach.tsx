import { FolderKey, Globe, KeyRound, ShieldCheck } from "lucide-react";
import type { SessionHeader } from "./session-header-view.ts";

function countText(count: number, word: string): string {
  if (count === 0) return `No ${word}s`;
  return `${count} ${count === 1 ? word : `${word}s`}`;
}

/** What the session reaches, always in view: mode, network, standing grants, trusted directories. */
export function SessionReach({ session }: { session: SessionHeader }) {
  const { mode, hostOffersNetwork, grants } = session;
  const trusted = grants.flatMap((grant) => grant.trusted ?? []);
  const others = grants.filter((grant) => grant.trusted === null);
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
      <li className="flex items-center gap-1" title={others.map((grant) => grant.words).join("\n")}>
        <KeyRound aria-hidden className="size-3.5" />
        {countText(others.length, "grant")}
      </li>
      <li className="flex min-w-0 items-center gap-1" title={trusted.join("\n")}>
        <FolderKey aria-hidden className="size-3.5 shrink-0" />
        {trusted.length === 0 ? (
          "No trusted directories"
        ) : (
          <>
            Trusts <code className="max-w-48 truncate font-mono">{trusted[0]}</code>
            {trusted.length > 1 && ` and ${trusted.length - 1} more`}
          </>
        )}
      </li>
    </ul>
  );
}
