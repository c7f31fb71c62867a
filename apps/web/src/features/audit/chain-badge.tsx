"use client";

import { useQuery } from "@tanstack/react-query";
import { Link2, Link2Off, LoaderCircle } from "lucide-react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { formatCount } from "../../ui/format-bytes.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useOrg } from "../shell/org-context.tsx";

/** The org's hash chain, recomputed from its first event when asked to. */
export function ChainBadge() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const chain = useQuery(trpc.audit.verify.queryOptions({ org: slug }, { enabled: false, retry: false }));
  return (
    <div role="status" className="flex flex-wrap items-center gap-2">
      {chain.isError ? (
        <Badge tone="warning">Not verified: {errorText(chain.error)}</Badge>
      ) : !chain.data ? (
        <Badge>
          <Link2 aria-hidden /> Chain not verified yet
        </Badge>
      ) : chain.data.ok ? (
        <Tooltip content={<span className="font-mono break-all">head {chain.data.head}</span>}>
          <button type="button" className="min-h-6 rounded">
            <Badge tone="success">
              <Link2 aria-hidden /> Chain intact, {formatCount(chain.data.checked, "event")}
            </Badge>
          </button>
        </Tooltip>
      ) : (
        <Badge tone="danger">
          <Link2Off aria-hidden /> Chain broken
          {chain.data.firstBad && ` at event ${chain.data.firstBad.seq}: ${chain.data.firstBad.why}`}
        </Badge>
      )}
      <Button size="sm" disabled={chain.isFetching} onClick={() => void chain.refetch()}>
        {chain.isFetching && <LoaderCircle aria-hidden className="animate-spin" />}
        {chain.isFetching ? "Verifying…" : "Verify now"}
      </Button>
    </div>
  );
}
