"use client";

import type { RunCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { useMemo } from "react";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { groupLooks } from "../files/group-looks.ts";
import { LookGroup } from "../files/look-group.tsx";
import { StepsOfCall } from "../subagent/steps-slot.ts";
import { ToolCallCard } from "../tool-call/tool-call-card.tsx";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { FirstWords } from "../turn/first-words.tsx";
import { MessageBubble } from "../turn/message-bubble.tsx";
import { CallsById } from "../turn/calls-by-id.ts";
import { SubagentSteps } from "../turn/subagent-steps.tsx";
import { TurnView } from "../turn/turn-view.tsx";
import type { useSessionTurns } from "../turn/use-session-turns.ts";
import { FirstCommands } from "./first-commands.tsx";
import { transcriptParts } from "./transcript-items.ts";
import type { useSessionCalls } from "./use-session-calls.ts";

/** Outputs of the newest calls are open; older ones are a click away, so that a long session loads little. */
const openOutputs = 3;

type TranscriptProps = {
  org: string;
  sessionCalls: ReturnType<typeof useSessionCalls>;
  sessionTurns: ReturnType<typeof useSessionTurns>;
  canDrive: boolean;
  talks: boolean;
  onReuse: (call: ToolCallView) => void;
  onPick: (input: RunCommandInput) => void;
  onSay: (text: string) => void;
};

export function Transcript(props: TranscriptProps) {
  const { sessionCalls, sessionTurns, canDrive, onReuse } = props;
  const { list, calls } = sessionCalls;
  const { turns, queued, limits } = sessionTurns;
  const byId = useMemo(() => new Map((calls ?? []).map((call) => [call.id, call])), [calls]);
  const parts = useMemo(() => transcriptParts(turns ?? [], calls ?? []), [turns, calls]);
  if (list.isPending || sessionTurns.list.isPending) return <SkeletonRows rows={6} />;
  if (!calls || !turns) {
    return (
      <ErrorState
        title="The session cannot be shown"
        message={errorText(list.error ?? sessionTurns.list.error)}
        onRetry={() => {
          void list.refetch();
          void sessionTurns.list.refetch();
        }}
      />
    );
  }
  if (parts.length === 0) return <NothingYet {...props} />;
  const standing = parts.flatMap((part) => (part.kind === "calls" ? part.calls : []));
  const open = new Set(standing.slice(-openOutputs).map((call) => call.id));
  return (
    <CallsById value={byId}>
      <StepsOfCall value={SubagentSteps}>
        <Earlier sessionCalls={sessionCalls} sessionTurns={sessionTurns} />
        {parts.map((part) =>
          part.kind === "turn" ? (
            <TurnView
              key={part.turn.id}
              turn={part.turn}
              limits={limits}
              canDrive={canDrive}
              newest={part.turn === turns.at(-1)}
              onContinue={() => props.onSay("Go on.")}
            />
          ) : (
            groupLooks(part.calls).map((item) =>
              item.kind === "looks" ? (
                <LookGroup key={item.id} calls={item.calls} canDrive={canDrive} />
              ) : (
                <ToolCallCard
                  key={item.call.id}
                  call={item.call}
                  canDrive={canDrive}
                  openOutput={open.has(item.call.id)}
                  onReuse={onReuse}
                />
              ),
            )
          ),
        )}
        {queued.map((message) => (
          <MessageBubble key={message.id} message={message} waits />
        ))}
      </StepsOfCall>
    </CallsById>
  );
}

function NothingYet({ org, canDrive, talks, onPick, onSay }: TranscriptProps) {
  if (!canDrive)
    return (
      <p className="py-10 text-center text-sm text-muted-foreground">Nothing has run in this session.</p>
    );
  return talks ? <FirstWords org={org} onSay={onSay} /> : <FirstCommands onPick={onPick} />;
}

function Earlier({ sessionCalls, sessionTurns }: Pick<TranscriptProps, "sessionCalls" | "sessionTurns">) {
  const lists = [sessionCalls.list, sessionTurns.list].filter((list) => list.hasNextPage);
  if (lists.length === 0) return null;
  const loading = lists.some((list) => list.isFetchingNextPage);
  return (
    <Button
      size="sm"
      className="justify-self-center"
      disabled={loading}
      onClick={() => {
        for (const list of lists) void list.fetchNextPage();
      }}
    >
      {loading ? "Loading…" : "Show what was before"}
    </Button>
  );
}
