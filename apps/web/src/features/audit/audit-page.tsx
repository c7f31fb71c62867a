"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText, SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorCode, errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatCount } from "../../ui/format-bytes.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { auditQuery, isFiltered, noFilters, useAuditFilters } from "./audit-filters.ts";
import { AuditTable } from "./audit-table.tsx";
import { ChainBadge } from "./chain-badge.tsx";
import { FilterBar } from "./filter-bar.tsx";

export function AuditPage() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const [filters, setFilters] = useAuditFilters();
  const [minute] = useState(() => Math.ceil(Date.now() / 60_000) * 60_000);
  const list = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions(
      { org: slug, ...auditQuery(filters, minute) },
      {
        getNextPageParam: (page) => page.nextCursor,
        placeholderData: keepPreviousData,
        refetchInterval: 10_000,
      },
    ),
  );
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const total = list.data?.pages[0]?.total;
  return (
    <Page className="max-w-[90rem]">
      <PageHeader
        title="Audit"
        description="Every call, refused ones too: who asked, what was decided and why, and what came of it."
        actions={<ChainBadge />}
      />
      <FilterBar filters={filters} setFilters={setFilters} />
      <Card>
        {list.isPending ? (
          <SkeletonRows rows={8} />
        ) : list.isError && rows.length === 0 ? (
          <ErrorState
            title={
              errorCode(list.error) === "FORBIDDEN"
                ? "Your role does not read the audit record"
                : "The record cannot be shown"
            }
            message={errorText(list.error)}
            onRetry={() => void list.refetch()}
          />
        ) : rows.length > 0 ? (
          <AuditTable rows={rows} />
        ) : isFiltered(filters) ? (
          <EmptyState icon={<SearchX />} title="No call matches these filters">
            <Button size="sm" className="mt-2" onClick={() => void setFilters(noFilters)}>
              Clear the filters
            </Button>
          </EmptyState>
        ) : (
          <EmptyState icon={<ScrollText />} title="Nothing has been asked for yet">
            The first call of any member appears here at once.
          </EmptyState>
        )}
      </Card>
      <div className="flex flex-wrap items-center justify-between gap-3 text-xs text-muted-foreground">
        <p aria-live="polite">
          {total !== undefined &&
            rows.length > 0 &&
            `${rows.length.toLocaleString("en-US")} of ${total === null ? "more than 10,000 calls" : formatCount(total, "call")}`}
        </p>
        {list.hasNextPage && (
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? "Loading…" : "Show more"}
          </Button>
        )}
      </div>
    </Page>
  );
}
