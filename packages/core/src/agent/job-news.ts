import type { Outcome } from "../tool-call/status.ts";
import { asData } from "./as-data.ts";
import { cutMiddle, longestResult } from "./cut-middle.ts";

/** What an agent is told of a command or a subagent that it runs in the background. */
export type JobHit = { keyword: string; offset: number; excerpt: string };
export type JobEnd = {
  /** null: it never ran */
  outcome: Outcome | null;
  exitCode: number | null;
  signal: string | null;
  detail: string | null;
  outputBytes: number;
  /** of a subagent: its last words */
  answer: string | null;
};

const mostShown = 10;

/** The answer of a call that goes on beside the turn. */
export function jobHandle(toolCallId: string): string {
  return `It goes on in the background as tool_call_id ${toolCallId}. You will be told of its end and of keywords found, in this turn or a new one; do not wait for it. read_output gives what it has printed so far.`;
}

export function jobNews(job: {
  toolCallId: string;
  what: "command" | "subagent";
  program: string;
  hits: readonly JobHit[];
  end: JobEnd | null;
  /** the last time that hits are told before the end */
  lastHits: boolean;
}): string {
  const { toolCallId, hits, end } = job;
  const lines = [
    `[From the product, not from a person] The background ${job.what === "command" ? `command ${JSON.stringify(job.program)}` : "subagent"} (tool_call_id ${toolCallId}):`,
  ];
  for (const { keyword, offset, excerpt } of hits.slice(0, mostShown))
    lines.push(`Found ${JSON.stringify(keyword)} at byte ${offset} of its output:`, asData(excerpt));
  if (hits.length > mostShown) lines.push(`${hits.length - mostShown} more hits are not shown here.`);
  if (job.lastHits && end === null) lines.push("Further hits will not be told one by one; its end will.");
  if (end !== null) lines.push(job.what === "subagent" ? subagentEndLine(end) : endLine(end));
  const answer = end?.answer ?? "";
  if (answer !== "")
    lines.push("It answered:", asData(cutMiddle(answer, longestResult, pointerOf(toolCallId))));
  else if (end !== null && end.outputBytes > 0)
    lines.push(`It printed ${end.outputBytes} bytes; read_output with this tool_call_id reads them.`);
  return lines.join("\n");
}

function pointerOf(toolCallId: string): string {
  return `To read the rest: read_output with tool_call_id ${toolCallId}.`;
}

function subagentEndLine(end: JobEnd): string {
  if (end.outcome !== "exited") return endLine(end);
  return end.exitCode === 0 ? "It is done." : `It did not finish: ${end.detail ?? "it does not say why."}`;
}

function endLine({ outcome, exitCode, signal, detail }: JobEnd): string {
  if (outcome === null) return "It is over and never ran: it was refused, declined or cancelled.";
  if (outcome === "exited") return `It ended with exit code ${exitCode ?? "unknown"}.`;
  if (outcome === "signalled") return `It was ended by ${signal ?? "a signal"}.`;
  const why = detail === null ? "" : ` ${detail}`;
  return `It ended (${outcome.replaceAll("_", " ")}).${why}`;
}
