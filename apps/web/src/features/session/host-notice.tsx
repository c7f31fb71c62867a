import Link from "next/link";
import { Notice } from "../../ui/notice.tsx";
import { hostWords } from "../host/host-words.ts";
import type { SessionHeader } from "./session-header-view.ts";

/** Said before a command is sent to a host that will not take it at once. */
export function HostNotice({ org, host }: { org: string; host: SessionHeader["host"] }) {
  if (host.state === "ok" || host.state === "cordoned") return null;
  const removed = host.state === "removed";
  return (
    <Notice kind={removed ? "danger" : "warning"} role="status" className="py-1.5">
      Host {host.name}: {hostWords[host.state]}{" "}
      {removed
        ? "This session can be read, and nothing runs in it any more. "
        : "This session's files are there. "}
      <Link href={removed ? `/${org}/sessions` : `/${org}/hosts`} className="underline underline-offset-2">
        {removed ? "Make a new session" : "Look at the hosts"}
      </Link>
    </Notice>
  );
}
