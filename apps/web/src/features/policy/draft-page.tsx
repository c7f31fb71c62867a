"use client";

import { policyFields } from "@gatehouse/core/policy/document/fields";
import { type FieldSection, sectionTitles } from "@gatehouse/core/policy/document/field-texts";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { ChangeList } from "./change-list.tsx";
import { DraftState } from "./draft-state.tsx";
import { ImpactPanel } from "./impact-panel.tsx";
import { type Hit, ListField } from "./list-field.tsx";
import { PolicyTabs } from "./policy-tabs.tsx";
import { ProposalNotice } from "./proposal-notice.tsx";
import { ScalarField } from "./scalar-field.tsx";
import { type Administration, type Draft, useDraft } from "./use-draft.ts";

const CodeView = dynamic(() => import("./code-view.tsx").then((part) => part.CodeView));

const sections = Object.keys(sectionTitles) as FieldSection[];

export function DraftPage() {
  const draft = useDraft();
  const [view, setView] = useState<"lists" | "code">("lists");
  const { query } = draft;
  if (query.isPending) return <PageSkeleton />;
  if (query.data === undefined)
    return (
      <ErrorState
        title="The draft cannot be shown"
        message={errorText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  const administration = query.data;
  return (
    <Page>
      <PageHeader
        title="Policy draft"
        description="What you change here is kept for every admin of the org, and in force only once it is published."
        actions={
          <Segmented
            aria-label="View"
            value={view}
            onValueChange={setView}
            options={[
              { value: "lists", label: "Lists" },
              { value: "code", label: "Code" },
            ]}
          />
        }
      />
      <PolicyTabs current="draft" />
      {administration.proposal !== null && <ProposalNotice proposal={administration.proposal} />}
      <DraftState draft={draft} administration={administration} />
      {administration.draft !== null && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Card>
            <CardHeader>
              <CardTitle>Changes</CardTitle>
            </CardHeader>
            <div className="p-4">
              <ChangeList changes={administration.draft.changes} label="Changes of the draft" />
            </div>
          </Card>
          <Card>
            <CardHeader>
              <CardTitle>Effect on past calls</CardTitle>
            </CardHeader>
            <div className="p-4">
              <ImpactPanel />
            </div>
          </Card>
        </div>
      )}
      {view === "code" ? (
        <Card>
          <CodeView draft={draft} />
        </Card>
      ) : (
        <Lists draft={draft} administration={administration} />
      )}
    </Page>
  );
}

function Lists({ draft, administration }: { draft: Draft; administration: Administration }) {
  const trpc = useTRPC();
  const counted = useQuery(trpc.policy.hits.queryOptions({ org: draft.org }, { staleTime: 60_000 }));
  const hits = useMemo(
    () =>
      counted.data === undefined
        ? null
        : new Map<string, Hit>(counted.data.hits.map((hit) => [`${hit.path} ${hit.entry}`, hit])),
    [counted.data],
  );
  return sections.map((section) => {
    const fields = policyFields.filter((field) => field.section === section);
    if (fields.length === 0) return null;
    return (
      <Card key={section}>
        <CardHeader>
          <CardTitle>{sectionTitles[section]}</CardTitle>
        </CardHeader>
        {fields.map((field) =>
          field.kind === "list" || field.kind === "patterns" ? (
            <ListField key={field.path} {...{ field, draft, administration, hits }} />
          ) : (
            <ScalarField key={field.path} field={field} draft={draft} />
          ),
        )}
      </Card>
    );
  });
}
