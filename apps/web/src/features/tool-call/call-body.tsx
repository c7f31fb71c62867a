"use client";

import type { MediaCall } from "@gatehouse/core/tool-call/media-input";
import type { SubagentCall } from "@gatehouse/core/tool-call/subagent-input";
import { isSubagentTool } from "@gatehouse/core/tool-call/subagent-tools";
import type { WebCall } from "@gatehouse/core/tool-call/tool-call";
import dynamic from "next/dynamic";
import { WholeCommand } from "../approval/whole-command.tsx";
import { ArgvView } from "../argv/argv-view.tsx";
import { reasonMarks } from "../argv/reason-marks.ts";
import { SubagentPart } from "../subagent/subagent-part.tsx";
import { callArgv } from "./call-argv.ts";
import type { ToolCallView } from "./tool-call-view.ts";

/** A session without such a call loads none of their code. */
const MediaPart = dynamic(() => import("../media/media-part.tsx").then((part) => part.MediaPart));
const WebPart = dynamic(() => import("../web-call/web-part.tsx").then((part) => part.WebPart));

type CallBodyProps = {
  call: ToolCallView;
  canDrive: boolean;
  /** a person has to look at it: all of it is shown, with the place of each reason marked */
  asks: { id: string; shown: string } | undefined;
  refused: boolean;
};

/** What a call is, in the form that its tool is read in best. */
export function CallBody({ call, canDrive, asks, refused }: CallBodyProps) {
  if (isSubagent(call)) return <SubagentPart call={call} canDrive={canDrive} />;
  if (isWeb(call)) return <WebPart call={call} />;
  if (isMedia(call)) return <MediaPart call={call} />;
  const argv = callArgv(call);
  if (asks !== undefined)
    return <WholeCommand argv={argv} marks={reasonMarks(call.decision.reasons, argv)} approval={asks} />;
  return (
    <ArgvView
      argv={argv}
      marks={refused ? reasonMarks(call.decision.reasons, argv) : undefined}
      className="px-3 pt-1.5 pb-2.5"
    />
  );
}

const webTools: ReadonlySet<string> = new Set<WebCall["tool"]>([
  "http_request",
  "fetch_page",
  "search_web",
  "download_file",
]);

function isMedia(call: ToolCallView): call is ToolCallView & MediaCall {
  return call.tool === "generate_image" || call.tool === "generate_audio";
}

function isWeb(call: ToolCallView): call is ToolCallView & WebCall {
  return webTools.has(call.tool);
}

function isSubagent(call: ToolCallView): call is ToolCallView & SubagentCall {
  return isSubagentTool(call.tool);
}
