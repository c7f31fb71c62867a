import type { OutputSlice, ReadFile } from "../contracts/files.ts";
import type { ToolResult } from "../contracts/tool-result.ts";
import type { Outcome } from "./status.ts";
import { isCommandCall, isScriptCall, type ToolCall } from "./tool-call.ts";

/** What a model is told of an ended call, piece by piece; output is named by its place and read, and cut, by the shell. */
export type ResultPart = { kind: "text"; text: string } | ({ kind: "output" } & OutputSlice);

/** An execution that ended, with what a tool found. */
export type ToolAnswer = {
  call: ToolCall;
  outcome: Outcome;
  exitCode: number | null;
  signal: string | null;
  detail: string | null;
  outputBytes: number;
  outputCapped: boolean;
  advice: string | null;
  result: ToolResult | null;
};

/** How it ended, its whole output, and advice: right for every tool whose output is meant to be read. */
export function outputParts(answer: ToolAnswer): ResultPart[] {
  const parts: ResultPart[] = [line(endLine(answer))];
  if (answer.outputBytes > 0) parts.push({ kind: "output", offset: 0, bytes: answer.outputBytes });
  if (answer.outputCapped)
    parts.push(
      line(`The output reached its limit of ${answer.outputBytes} bytes; nothing after it was kept.`),
    );
  if (answer.advice !== null) parts.push(line(`Advice: ${answer.advice}`));
  return parts;
}

function endLine({ call, outcome, exitCode, signal, detail, outputBytes }: ToolAnswer): string {
  switch (outcome) {
    case "exited":
      if (!startsProcess(call) && exitCode === 0) return "Done.";
      return `Exit code ${exitCode ?? "unknown"}${outputBytes === 0 ? ", no output." : "."}`;
    case "signalled":
      return `Ended by ${signal ?? "a signal"}.`;
    case "timed_out":
      return "It reached its time limit and was ended, with everything it had started.";
    case "output_capped":
      return "It was ended because it reached the output limit.";
    case "cancelled":
      return "It was cancelled.";
    case "refused":
    case "sandbox_failed":
    case "lost":
      return detail ?? `It ended as ${outcome}.`;
  }
}

function startsProcess(call: ToolCall): boolean {
  return isCommandCall(call) || isScriptCall(call);
}

/** The person has it before them; a model asks read_files for the content. */
export function openedParts(answer: ToolAnswer): ResultPart[] {
  const { result } = answer;
  if (result?.tool !== "open_file") return outputParts(answer);
  if (result.file.kind === "error") return [line(`Not shown: ${result.file.error}`)];
  return [line(`${result.file.path} is shown to the person beside the session.`)];
}

export function pageShownParts(answer: ToolAnswer): ResultPart[] {
  if (answer.result?.tool !== "html_template") return outputParts(answer);
  return [line("The page is shown to the person in an isolated frame beside the session.")];
}

/** Contents of text files; of anything else its kind and size, because bytes mean nothing to a model. */
export function readFilesParts(answer: ToolAnswer): ResultPart[] {
  if (answer.result?.tool !== "read_files") return outputParts(answer);
  return answer.result.files.flatMap(fileParts);
}

function fileParts(file: ReadFile): ResultPart[] {
  if (file.kind === "error") return [line(`== ${file.path}\nError: ${file.error}`)];
  if (file.kind === "text") {
    const last = file.firstLine + Math.max(0, file.lines - 1);
    const more = file.more ? `; more follows, read on with offset ${last + 1}` : "";
    const lines = `lines ${file.firstLine} to ${last} of ${file.totalLines}${more}`;
    return [line(`== ${file.path} (${lines})`), { kind: "output", ...file.content }];
  }
  if (file.kind === "pdf")
    return [line(`== ${file.path} (PDF, ${file.pages} pages)`), { kind: "output", ...file.content }];
  const what = file.kind === "image" ? file.mediaType : "binary";
  return [line(`== ${file.path} (${what}, ${file.bytes} bytes; not shown)`)];
}

function line(text: string): ResultPart {
  return { kind: "text", text };
}
