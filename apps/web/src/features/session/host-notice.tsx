import Link from "next/link";
import { Notice } from "../../ui/notice.tsx";
import type { SessionHeader } from "./session-header-view.ts";

/** Said before a command is sent to a host that will not take it at once. */
export function HostNotice({ org, host }: { org: string; host: SessionHeader["host"] }) {
  if (host.state === "ok") return null;
  return (
    <Notice kind="warning" role="status" className="py-1.5">
      Host {host.name} is {host.state}. This session's files are there, so commands wait until it answers.{" "}
      <Link href={`/${org}/hosts`} className="underline underline-offset-2">
        Look at the hosts
      </Link>
    </Notice>
  );
}
