"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "../../trpc/client.ts";
import { useOrg } from "../shell/org-context.tsx";

/** Why a call is not running and what gets it going; asked again while it is looked at, for others move on. */
export function WaitingLine({ id }: { id: string }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const waiting = useQuery(
    trpc.toolCall.waiting.queryOptions({ org: slug, id }, { refetchInterval: 3_000, staleTime: 0 }),
  );
  const { data } = waiting;
  return (
    <p className="border-t px-3 py-2 text-sm text-muted-foreground [overflow-wrap:anywhere]" role="status">
      {data?.sentence ?? "Waiting for its host."}
      {data?.action && (
        <>
          {" "}
          <Link href={`/${slug}/${data.action.to}`} className="underline underline-offset-2">
            {data.action.label}
          </Link>
        </>
      )}
    </p>
  );
}
