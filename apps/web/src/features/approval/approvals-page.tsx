"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import Link from "next/link";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { askerText } from "../tool-call/actor-text.ts";
import { ToolCallCard } from "../tool-call/tool-call-card.tsx";
import { GroupAnswers } from "./group-answers.tsx";
import { groupItems, type InboxItem } from "./group-items.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useSeen } from "./use-seen.ts";

const views = ["all", "password", "click", "mine"] as const;
type View = (typeof views)[number];
const options = [
  { value: "all", label: "All" },
  { value: "password", label: "Password" },
  { value: "click", label: "Click" },
  { value: "mine", label: "Asked by me" },
] as const;

function inView(view: View, { strength, toolCall }: InboxItem, memberId: string): boolean {
  if (view === "all") return true;
  if (view === "mine") return toolCall.actor.memberId === memberId;
  return (strength === "password") === (view === "password");
}

export function ApprovalsPage() {
  const { slug, memberId } = useOrg();
  const trpc = useTRPC();
  const list = useQuery(trpc.approval.list.queryOptions({ org: slug }, { refetchInterval: 4_000 }));
  const [view, setView] = useQueryState("show", parseAsStringLiteral(views).withDefault("all"));
  const items = (list.data ?? []).filter((item) => inView(view, item, memberId));
  useSeen(items.flatMap(({ toolCall }) => toolCall.approval ?? []));
  useInboxKeys(slug);
  return (
    <Page>
      <PageHeader
        title="Approvals"
        description="Calls that wait for an answer you may give: what takes a password first, then the oldest. Without an answer they are refused when their time is over."
        actions={
          <Segmented
            aria-label="Show"
            value={view}
            onValueChange={(next) => void setView(next)}
            options={options}
          />
        }
      />
      {list.isPending ? (
        <SkeletonRows rows={4} />
      ) : list.isError && !list.data ? (
        <ErrorState
          title="The approvals cannot be shown"
          message={errorText(list.error)}
          onRetry={() => void list.refetch()}
        />
      ) : items.length === 0 ? (
        <EmptyState
          icon={<ShieldCheck />}
          title={list.data.length === 0 ? "Nothing waits for you" : "Nothing of this kind waits for you"}
        >
          When a call needs your answer, it stands here and in its session.
        </EmptyState>
      ) : (
        <>
          <p className="hidden flex-wrap items-center gap-1.5 text-xs text-muted-foreground md:flex">
            <Kbd>j</Kbd> <Kbd>k</Kbd> move, <Kbd>Enter</Kbd> opens, <Kbd>d</Kbd> denies, <Kbd>a</Kbd>{" "}
            <Kbd>y</Kbd> runs once
          </p>
          <ul aria-label="Waiting for you" className="grid gap-5">
            {groupItems(items).map((group) => (
              <Group key={group[0]?.approvalId} group={group} org={slug} />
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}

function Group({ group, org }: { group: readonly InboxItem[]; org: string }) {
  const [first] = group;
  if (first === undefined) return null;
  const { approvalId, sessionTitle, toolCall, drives } = first;
  const link =
    "font-medium text-foreground underline decoration-input underline-offset-2 hover:decoration-current";
  return (
    <li
      data-approval={approvalId}
      tabIndex={-1}
      className="grid gap-1.5 rounded-lg outline-offset-4 focus:outline-2 focus:outline-ring"
    >
      <p className="text-xs text-muted-foreground">
        <Link href={`/${org}/sessions/${toolCall.sessionId}#call-${toolCall.id}`} className={link}>
          {sessionTitle}
        </Link>
        . {askerText(toolCall)} asked <TimeText at={toolCall.requestedAt} form="relative" />.{" "}
        <Link href={`/${org}/approvals/${approvalId}`} className={link}>
          Open
        </Link>
      </p>
      <ToolCallCard call={toolCall} canDrive={drives || toolCall.tool === "ask_user"} openOutput={false} />
      {group.length > 1 && <GroupAnswers group={group} />}
    </li>
  );
}
