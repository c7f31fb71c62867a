"use client";

import { Activity, Bot } from "lucide-react";
import { goesOnBeside, isSubagentTool } from "@gatehouse/core/tool-call/subagent-tools";
import { memo } from "react";
import { Badge } from "../../ui/badge.tsx";
import { cn } from "../../ui/cn.ts";
import { TimeText } from "../../ui/time-text.tsx";
import { ApprovalCard } from "../approval/approval-card.tsx";
import { QuestionCard } from "../question/question-card.tsx";
import { ExplainButton } from "../explain/explain-button.tsx";
import { isShowCall, isShown } from "../show/shown-calls.ts";
import { ShownLine } from "../show/shown-line.tsx";
import { askerText } from "./actor-text.ts";
import { callArgv, commandInput } from "./call-argv.ts";
import { ChangedFiles } from "../files/changed-files.tsx";
import { CallActions } from "./call-actions.tsx";
import { CallBody } from "./call-body.tsx";
import { CallBadge } from "./call-badge.tsx";
import { CallOutput } from "./call-output.tsx";
import { type CallState, callState } from "./call-state.ts";
import { CallTiming } from "./call-timing.tsx";
import { OptionBadges } from "./option-badges.tsx";
import { RefusalPanel } from "./refusal-panel.tsx";
import { StopButton } from "./stop-button.tsx";
import type { ToolCallView } from "./tool-call-view.ts";
import { WaitingLine } from "./waiting-line.tsx";

type ToolCallCardProps = {
  call: ToolCallView;
  canDrive: boolean;
  openOutput: boolean;
  onReuse?: (call: ToolCallView) => void;
};

function CallHeader({
  call,
  state,
  canDrive,
  onReuse,
}: Omit<ToolCallCardProps, "openOutput"> & { state: CallState }) {
  const command = commandInput(call);
  const stoppable = canDrive && (state.face === "running" || state.face === "queued");
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-3 pt-2">
      <CallBadge state={state} />
      {call.execution && <CallTiming execution={call.execution} />}
      {isSubagentTool(call.tool) && (
        <Badge tone="outline">
          <Bot aria-hidden /> subagent
        </Badge>
      )}
      {goesOnBeside(call.tool) && (
        <Badge tone="outline">
          <Activity aria-hidden /> background
        </Badge>
      )}
      {command && <OptionBadges input={command} />}
      <div className="ml-auto flex items-center gap-1.5 text-xs text-muted-foreground">
        <span className="max-w-60 truncate" title={askerText(call)}>
          {shortAsker(call)}
        </span>
        <TimeText at={call.requestedAt} form="clock" className="tabular-nums" />
        {stoppable && (
          <StopButton
            id={call.id}
            program={call.program}
            label={state.face === "queued" ? "Cancel" : "Stop"}
          />
        )}
        <ExplainButton source={{ kind: "recorded", id: call.id }} argv={callArgv(call)} of={call.program} />
        <CallActions call={call} onReuse={canDrive ? onReuse : undefined} />
      </div>
    </div>
  );
}

function shortAsker({ actor, subagentOf }: ToolCallView): string {
  if (actor.kind !== "agent") return actor.name;
  return `${subagentOf === undefined ? "Agent" : "Subagent"} for ${actor.name}`;
}

/** Of a subagent its steps stand there while it works; an image or a sound is no output to read. */
function showsOutput({ tool, execution }: ToolCallView, { final }: CallState): boolean {
  if (isSubagentTool(tool)) return final;
  return !(tool === "generate_image" || tool === "generate_audio") || execution?.outcome !== "exited";
}

/** One tool call with all that is known of it; drawn again only when the server's view of it changes. */
export const ToolCallCard = memo(function ToolCallCard({
  call,
  canDrive,
  openOutput,
  onReuse,
}: ToolCallCardProps) {
  const state = callState(call);
  const refusal = call.refusal ?? call.execution?.refusal;
  const awaiting = state.face === "awaiting" && call.approval;
  const refused = state.face === "refused";
  return (
    <article
      id={`call-${call.id}`}
      aria-label={`${call.program}: ${state.label}`}
      data-status={state.face}
      className={cn(
        "min-w-0 overflow-hidden rounded-lg border bg-card",
        refused && "border-danger-line",
        awaiting && "border-warning-line",
      )}
    >
      <CallHeader call={call} state={state} canDrive={canDrive} {...(onReuse ? { onReuse } : {})} />
      <CallBody call={call} canDrive={canDrive} asks={awaiting || undefined} refused={refused} />
      {(state.face === "queued" || (awaiting && !awaiting.mayAnswer)) && <WaitingLine id={call.id} />}
      {awaiting && call.tool === "ask_user" && (
        <QuestionCard call={call} approval={awaiting} canAnswer={canDrive} />
      )}
      {awaiting && call.tool !== "ask_user" && (
        <ApprovalCard call={call} approval={awaiting} canCancel={canDrive} />
      )}
      {refused && refusal && <RefusalPanel call={call} refusal={refusal} />}
      {isShowCall(call) && <ShownLine call={call} />}
      {showsOutput(call, state) && (
        <CallOutput
          key={isShown(call) ? "shown" : "printed"}
          call={call}
          initiallyOpen={openOutput && !isShown(call)}
        />
      )}
      {call.execution?.filesChanged && (
        <ChangedFiles
          executionId={call.execution.id}
          changed={call.execution.filesChanged}
          undoIn={canDrive ? call.sessionId : undefined}
        />
      )}
    </article>
  );
});
