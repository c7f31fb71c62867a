"use client";

import type { RunCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { groupLooks } from "../files/group-looks.ts";
import { LookGroup } from "../files/look-group.tsx";
import { ToolCallCard } from "../tool-call/tool-call-card.tsx";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { FirstCommands } from "./first-commands.tsx";
import type { useSessionCalls } from "./use-session-calls.ts";

/** Outputs of the newest calls are open; older ones are a click away, so that a long session loads little. */
const openOutputs = 3;

type TranscriptProps = ReturnType<typeof useSessionCalls> & {
  canDrive: boolean;
  onReuse: (call: ToolCallView) => void;
  onPick: (input: RunCommandInput) => void;
};

export function Transcript({ list, calls, canDrive, onReuse, onPick }: TranscriptProps) {
  if (list.isPending) return <SkeletonRows rows={6} />;
  if (!calls) {
    return (
      <ErrorState
        title="The calls cannot be shown"
        message={errorText(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (calls.length === 0) {
    return canDrive ? (
      <FirstCommands onPick={onPick} />
    ) : (
      <p className="py-10 text-center text-sm text-muted-foreground">Nothing has run in this session.</p>
    );
  }
  return (
    <>
      {list.hasNextPage && (
        <Button
          size="sm"
          className="justify-self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? "Loading…" : "Show earlier calls"}
        </Button>
      )}
      {groupLooks(calls).map((item) =>
        item.kind === "looks" ? (
          <LookGroup key={item.id} calls={item.calls} canDrive={canDrive} />
        ) : (
          <ToolCallCard
            key={item.call.id}
            call={item.call}
            canDrive={canDrive}
            openOutput={item.at >= calls.length - openOutputs}
            onReuse={onReuse}
          />
        ),
      )}
    </>
  );
}
