"use client";

import type { TryInput } from "@gatehouse/core/policy/cases/policy-case";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useDebounced } from "../session/use-debounced.ts";
import { useOrg } from "../shell/org-context.tsx";
import { CaseList } from "./case-list.tsx";
import { PlaygroundForm, type PlaygroundState } from "./playground-form.tsx";
import { PlaygroundResult } from "./playground-result.tsx";
import { PolicyTabs } from "./policy-tabs.tsx";
import { SaveCaseForm } from "./save-case-form.tsx";

const empty: PlaygroundState = {
  argv: [],
  mode: "auto",
  network: false,
  sandbox: true,
  writePaths: [],
  grants: [],
  against: "draft",
  memberId: null,
  hostId: null,
};

export function callOf(state: PlaygroundState): TryInput {
  const { argv, mode, network, sandbox, writePaths, grants } = state;
  return {
    argv: [...argv],
    mode,
    grants: [...grants],
    ...(network ? { network } : {}),
    ...(sandbox ? {} : { sandbox }),
    ...(writePaths.length > 0 ? { write_paths: [...writePaths] } : {}),
  };
}

/** What would be decided about a call, and everything that leads to it. Nothing runs and nothing is recorded. */
export function PlaygroundPage() {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const [state, setState] = useState(empty);
  const asked = useDebounced(state, 250);
  const { argv, against, memberId, hostId } = asked;
  const query = useQuery(
    trpc.policy.tryCall.queryOptions(
      {
        org,
        call: callOf(asked),
        against,
        ...(memberId === null ? {} : { memberId }),
        ...(hostId === null ? {} : { hostId }),
      },
      { enabled: argv.length > 0, placeholderData: keepPreviousData, staleTime: 0 },
    ),
  );
  return (
    <Page>
      <PageHeader
        title="Policy playground"
        description="Try a call against the draft or against what is in force. Nothing runs, and nothing is recorded."
      />
      <PolicyTabs current="playground" />
      <Card>
        <PlaygroundForm state={state} onState={setState} />
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Decision</CardTitle>
        </CardHeader>
        {argv.length === 0 ? (
          <EmptyState title="No call yet" className="py-8">
            Type a command above, or add its arguments one by one.
          </EmptyState>
        ) : query.data !== undefined ? (
          <>
            <PlaygroundResult argv={argv} answer={query.data} />
            <SaveCaseForm call={callOf(asked)} answer={query.data} />
          </>
        ) : query.isError ? (
          <ErrorState
            title="It cannot be judged"
            message={errorText(query.error)}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <SkeletonRows rows={5} />
        )}
      </Card>
      <CaseList
        onTry={(item) =>
          setState({
            ...state,
            argv: item.argv,
            mode: item.mode,
            network: item.network ?? false,
            sandbox: item.sandbox ?? true,
            writePaths: item.write_paths ?? [],
            grants: item.grants,
          })
        }
      />
    </Page>
  );
}
