"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Archive, Plus, SearchX, SquareTerminal } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsBoolean, parseAsString, useQueryStates } from "nuqs";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useMay, useOrg } from "../shell/org-context.tsx";
import { NeedsMe } from "./needs-me.tsx";
import { SessionRow } from "./session-row.tsx";

const NewSessionDialog = dynamic(() =>
  import("./new-session-dialog.tsx").then((part) => part.NewSessionDialog),
);

const filters = {
  q: parseAsString.withDefault(""),
  archived: parseAsBoolean.withDefault(false),
  mine: parseAsBoolean.withDefault(false),
  new: parseAsBoolean.withDefault(false),
};

export function SessionsPage() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const creates = useMay("session.create");
  const [filter, setFilter] = useQueryStates(filters);
  const list = useInfiniteQuery(
    trpc.session.list.infiniteQueryOptions(
      {
        org: slug,
        archived: filter.archived,
        ...(filter.q === "" ? {} : { query: filter.q }),
        ...(filter.mine ? { mine: true } : {}),
      },
      {
        getNextPageParam: (page) => page.nextCursor,
        placeholderData: keepPreviousData,
        refetchInterval: 10_000,
      },
    ),
  );
  const sessions = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page>
      <PageHeader
        title="Sessions"
        description="Each session has a workspace of its own on a host; commands run there, in a sandbox."
        actions={
          creates && (
            <Button variant="primary" onClick={() => void setFilter({ new: true })}>
              <Plus aria-hidden /> New session
            </Button>
          )
        }
      />
      <NeedsMe />
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label="Search sessions"
          placeholder="Search by title"
          value={filter.q}
          onValue={(q) => void setFilter({ q: q === "" ? null : q })}
        />
        {creates && (
          <Segmented
            aria-label="Whose sessions"
            value={filter.mine ? "mine" : "all"}
            options={[
              { value: "all", label: "All" },
              { value: "mine", label: "Mine" },
            ]}
            onValueChange={(value) => void setFilter({ mine: value === "mine" || null })}
          />
        )}
        <Segmented
          aria-label="Active or archived"
          value={filter.archived ? "archived" : "active"}
          options={[
            { value: "active", label: "Active" },
            { value: "archived", label: "Archived" },
          ]}
          onValueChange={(value) => void setFilter({ archived: value === "archived" || null })}
        />
      </div>
      <Card>
        {list.isPending ? (
          <SkeletonRows rows={6} />
        ) : list.isError && sessions.length === 0 ? (
          <ErrorState
            title="The sessions cannot be shown"
            message={errorText(list.error)}
            onRetry={() => void list.refetch()}
          />
        ) : sessions.length === 0 ? (
          <NoSessions
            filtered={filter.q !== "" || filter.mine}
            archived={filter.archived}
            creates={creates}
          />
        ) : (
          <ul aria-label="Sessions" className="divide-y">
            {sessions.map((session) => (
              <SessionRow key={session.id} org={slug} session={session} changes={creates} />
            ))}
          </ul>
        )}
      </Card>
      {list.hasNextPage && (
        <Button
          className="justify-self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {creates && filter.new && (
        <NewSessionDialog open onOpenChange={(open) => void setFilter({ new: open || null })} />
      )}
    </Page>
  );
}

function NoSessions({
  filtered,
  archived,
  creates,
}: {
  filtered: boolean;
  archived: boolean;
  creates: boolean;
}) {
  if (filtered)
    return (
      <EmptyState icon={<SearchX />} title="No session matches">
        Try other words or filters.
      </EmptyState>
    );
  if (archived) return <EmptyState icon={<Archive />} title="Nothing is archived" />;
  return (
    <EmptyState icon={<SquareTerminal />} title="No sessions yet">
      {creates
        ? "Make one: it gets its own workspace, and offers a few first commands to try."
        : "When members make sessions, they stand here."}
    </EmptyState>
  );
}
