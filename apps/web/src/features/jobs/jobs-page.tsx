"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Activity, SearchX } from "lucide-react";
import Link from "next/link";
import { useMemo } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useMay, useOrg } from "../shell/org-context.tsx";
import { StepsOfCall } from "../subagent/steps-slot.ts";
import { SubagentSteps } from "../turn/subagent-steps.tsx";
import { JobCard } from "./job-card.tsx";
import { JobFilterBar } from "./job-filter-bar.tsx";
import { isFiltered, jobQuery, noJobFilters, useJobFilters } from "./job-filters.ts";

const pollMs = 3_000;

export function JobsPage() {
  const { slug } = useOrg();
  const readsAny = useMay("job.read_any");
  const trpc = useTRPC();
  const [filters, setFilters] = useJobFilters();
  const list = useInfiniteQuery(
    trpc.job.list.infiniteQueryOptions(
      { org: slug, ...jobQuery(filters) },
      {
        getNextPageParam: (page) => page.nextCursor,
        placeholderData: keepPreviousData,
        refetchInterval: pollMs,
      },
    ),
  );
  const jobs = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  return (
    <Page>
      <PageHeader
        title="Jobs"
        description={
          readsAny
            ? "Commands and subagents in the background, of every session you may open. Each runs to its end or its own time; a keyword in its output tells its people."
            : "Your commands and subagents in the background. Each runs to its end or its own time; a keyword in its output tells you."
        }
      />
      <JobFilterBar filters={filters} setFilters={setFilters} />
      {list.isPending ? (
        <SkeletonRows rows={4} />
      ) : list.isError && jobs.length === 0 ? (
        <ErrorState
          title="The jobs cannot be shown"
          message={errorText(list.error)}
          onRetry={() => void list.refetch()}
        />
      ) : jobs.length > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
          {jobs.map((job) => (
            <StepsOfCall key={job.call.id} value={SubagentSteps}>
              <JobCard job={job} />
            </StepsOfCall>
          ))}
        </div>
      ) : isFiltered(filters) ? (
        <EmptyState icon={<SearchX />} title="No job matches these filters">
          <Button size="sm" className="mt-2" onClick={() => void setFilters(noJobFilters)}>
            Clear the filters
          </Button>
        </EmptyState>
      ) : (
        <EmptyState icon={<Activity />} title="Nothing runs in the background">
          To start one, open a{" "}
          <Link href={`/${slug}/sessions`} className="text-foreground underline underline-offset-2">
            session
          </Link>
          , switch on <em>Background</em> below the command line, and run.
        </EmptyState>
      )}
      {list.hasNextPage && (
        <Button
          className="justify-self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? "Loading…" : "Show more"}
        </Button>
      )}
    </Page>
  );
}
