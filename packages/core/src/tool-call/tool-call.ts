import { z } from "zod";
import { backgroundTimeoutMin, mostKeywords } from "./background-limits.ts";
import {
  type EditFileInput,
  editFileInput,
  type FileHistoryInput,
  fileHistoryInput,
  type FindFilesInput,
  findFilesInput,
  type ReadFilesInput,
  readFilesInput,
} from "./file-input.ts";
import { generateAudioInput, generateImageInput, type MediaCall } from "./media-input.ts";
import { type AskUserInput, askUserInput } from "./question-input.ts";
import { isScriptToolCall, type ScriptCallInput, scriptToolInput, testToolInput } from "./script-input.ts";
import {
  type HtmlTemplateInput,
  htmlTemplateInput,
  type OpenFileInput,
  openFileInput,
} from "./show-input.ts";
import { backgroundSubagentsInput, type SubagentCall, subagentsInput } from "./subagent-input.ts";
import { isSubagentTool } from "./subagent-tools.ts";
import {
  type DownloadFileInput,
  downloadFileInput,
  type FetchPageInput,
  fetchPageInput,
  type HttpRequestInput,
  httpRequestInput,
  type SearchWebInput,
  searchWebInput,
} from "./web-input.ts";

/**
 * Input of `run_command`. Closed: an unknown field is refused, so that a stray `"mode":"read"` can never change a decision.
 * Only the shape is checked here; what a value may be (bare name, NUL, length) is a rule of the decision, so that
 * the refusal names its rule and is recorded. Source: spec section 1.
 */
export const runCommandInput = z.strictObject({
  argv: z.array(z.string()).min(1),
  write_paths: z.array(z.string()).optional(),
  network: z.boolean().optional(),
  sandbox: z.boolean().optional(),
});
export type RunCommandInput = z.infer<typeof runCommandInput>;

/** A word to watch for: literal, case-sensitive, within one line of one stream. */
export const keyword = z
  .string()
  .min(1, "a keyword cannot be empty")
  .max(200, "a keyword has at most 200 characters")
  .refine(
    (word) => word.isWellFormed() && !/[\u0000\n\r]/.test(word),
    "a keyword stands in one line and holds no NUL",
  );

/** The same as `run_command` with a time of its own and words to watch for. Source: spec section 1. */
export const backgroundCommandInput = z.strictObject({
  ...runCommandInput.shape,
  timeout_min: z.number().int().min(1).max(backgroundTimeoutMin).optional(),
  keywords: z.array(keyword).max(mostKeywords).optional(),
});
export type BackgroundCommandInput = z.infer<typeof backgroundCommandInput>;

export type BackgroundCall = { tool: "background_command"; input: BackgroundCommandInput };
export type CommandCall = { tool: "run_command"; input: RunCommandInput } | BackgroundCall;
export type FileCall =
  | { tool: "read_files"; input: ReadFilesInput }
  | { tool: "find_files"; input: FindFilesInput }
  | { tool: "edit_file"; input: EditFileInput }
  | { tool: "file_history"; input: FileHistoryInput };

export type WebCall =
  | { tool: "http_request"; input: HttpRequestInput }
  | { tool: "fetch_page"; input: FetchPageInput }
  | { tool: "search_web"; input: SearchWebInput }
  | { tool: "download_file"; input: DownloadFileInput };

export type QuestionCall = { tool: "ask_user"; input: AskUserInput };

export type ScriptCall =
  | { tool: "script_tool"; input: ScriptCallInput }
  | { tool: "test_tool"; input: ScriptCallInput };

export type ShowCall =
  | { tool: "open_file"; input: OpenFileInput }
  | { tool: "html_template"; input: HtmlTemplateInput };

export type ToolCall =
  | CommandCall
  | FileCall
  | WebCall
  | QuestionCall
  | ScriptCall
  | ShowCall
  | SubagentCall
  | MediaCall;
export type ToolName = ToolCall["tool"];

export function isCommandTool(tool: string): tool is CommandCall["tool"] {
  return tool === "run_command" || tool === "background_command";
}

export function isCommandCall(call: ToolCall): call is CommandCall {
  return isCommandTool(call.tool);
}

/** A file tool's call as it comes from outside: the name and the closed input that belongs to it. */
export const fileCall = z.discriminatedUnion("tool", [
  z.strictObject({ tool: z.literal("read_files"), input: readFilesInput }),
  z.strictObject({ tool: z.literal("find_files"), input: findFilesInput }),
  z.strictObject({ tool: z.literal("edit_file"), input: editFileInput }),
  z.strictObject({ tool: z.literal("file_history"), input: fileHistoryInput }),
]);

export const webCall = z.discriminatedUnion("tool", [
  z.strictObject({ tool: z.literal("http_request"), input: httpRequestInput }),
  z.strictObject({ tool: z.literal("fetch_page"), input: fetchPageInput }),
  z.strictObject({ tool: z.literal("search_web"), input: searchWebInput }),
  z.strictObject({ tool: z.literal("download_file"), input: downloadFileInput }),
]);

const commandCall = z.strictObject({ tool: z.literal("run_command"), input: runCommandInput });
const backgroundCall = z.strictObject({
  tool: z.literal("background_command"),
  input: backgroundCommandInput,
});

const questionCall = z.strictObject({ tool: z.literal("ask_user"), input: askUserInput });

/** A script tool is known to models by its own name; its rows name it in their input. */
const scriptCall = z.discriminatedUnion("tool", [
  z.strictObject({ tool: z.literal("script_tool"), input: scriptToolInput }),
  z.strictObject({ tool: z.literal("test_tool"), input: testToolInput }),
]);

const showCall = z.discriminatedUnion("tool", [
  z.strictObject({ tool: z.literal("open_file"), input: openFileInput }),
  z.strictObject({ tool: z.literal("html_template"), input: htmlTemplateInput }),
]);

const mediaCall = z.discriminatedUnion("tool", [
  z.strictObject({ tool: z.literal("generate_image"), input: generateImageInput }),
  z.strictObject({ tool: z.literal("generate_audio"), input: generateAudioInput }),
]);

const subagentCall = z.discriminatedUnion("tool", [
  z.strictObject({ tool: z.literal("subagents"), input: subagentsInput }),
  z.strictObject({ tool: z.literal("background_subagents"), input: backgroundSubagentsInput }),
]);

/** Every tool's call: the name and the closed input that belongs to it. */
export const toolCall = z.discriminatedUnion("tool", [
  commandCall,
  backgroundCall,
  ...fileCall.options,
  ...webCall.options,
  questionCall,
  ...scriptCall.options,
  ...showCall.options,
  ...subagentCall.options,
  ...mediaCall.options,
]);

export function isMediaCall(call: ToolCall): call is MediaCall {
  return call.tool === "generate_image" || call.tool === "generate_audio";
}

export function isSubagentCall(call: ToolCall): call is SubagentCall {
  return isSubagentTool(call.tool);
}

export function isFileCall(call: ToolCall): call is FileCall {
  return fileTools.has(call.tool);
}

export function isWebCall(call: ToolCall): call is WebCall {
  return webTools.has(call.tool);
}

export function isScriptCall(call: ToolCall): call is ScriptCall {
  return isScriptToolCall(call.tool);
}

const namesOf = (union: {
  options: readonly { shape: { tool: { value: string } } }[];
}): ReadonlySet<string> => new Set(union.options.map((option) => option.shape.tool.value));
const fileTools = namesOf(fileCall);
const webTools = namesOf(webCall);
/** Every tool that the product itself has. */
export const toolNames = namesOf(toolCall);

/** Any tool call, as a row holds it. Throws on what no tool takes. */
export function parseToolCall(tool: string, input: unknown): ToolCall {
  return toolCall.parse({ tool, input });
}

export const sessionModes = ["safe", "auto"] as const;
export type SessionMode = (typeof sessionModes)[number];
