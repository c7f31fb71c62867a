import { canonicalJson } from "../canonical.ts";
import type { ToolCall } from "./tool-call.ts";

/** A call in a few words: argv itself, or of a file tool its name, its mode and the paths it names. */
export function shownArgv(call: ToolCall): string[] {
  switch (call.tool) {
    case "run_command":
    case "background_command":
      return call.input.argv;
    case "read_files":
      return [call.tool, ...call.input.files.map((file) => file.path)];
    case "find_files":
      return [call.tool, call.input.mode, ...call.input.queries.flatMap(queryWords)];
    case "edit_file":
      if (call.input.mode === "undo") return [call.tool, call.input.mode, ...call.input.paths];
      return [call.tool, call.input.mode, call.input.path];
    case "file_history":
      return [call.tool, call.input.mode, call.input.path];
    case "http_request":
      return [call.tool, call.input.method ?? "GET", call.input.url];
    case "fetch_page":
      return [call.tool, call.input.url];
    case "search_web":
      return [call.tool, call.input.query];
    case "download_file":
      return [call.tool, call.input.url, call.input.output_path];
    case "ask_user":
      return [call.tool, ...call.input.questions.map((one) => one.question)];
    case "script_tool":
      return [call.input.name, canonicalJson(call.input.arguments)];
    case "test_tool":
      return [call.tool, call.input.name, canonicalJson(call.input.arguments)];
    case "open_file":
      return [call.tool, call.input.path];
    case "html_template":
      return [call.tool, ...(call.input.title === undefined ? [] : [call.input.title])];
    case "generate_image":
    case "generate_audio":
      return [call.tool, call.input.prompt, call.input.output_path];
    case "subagents":
    case "background_subagents":
      return [call.tool, call.input.task];
  }
}

function queryWords(query: { dir: string; pattern?: string | undefined }): string[] {
  return query.pattern === undefined ? [query.dir] : [query.pattern, query.dir];
}

const longestShown = 16_384;

/**
 * The call as pages and records show it: a written file's content is named by its length where it is long. With another
 * `longest` it is shown further; what a sender proves itself by never is.
 */
export function shownCall(call: ToolCall, longest = longestShown): ToolCall {
  const cut = (text: string): string => cutText(text, longest);
  if (call.tool === "http_request") return shownRequest(call, cut);
  if (call.tool === "html_template")
    return { tool: call.tool, input: { ...call.input, html: cut(call.input.html) } };
  if (call.tool !== "edit_file") return call;
  const { input } = call;
  if (input.mode === "write" && input.content.length > longest)
    return { tool: call.tool, input: { ...input, content: cut(input.content) } };
  if (input.mode !== "patch") return call;
  const targets = input.targets.map((target) =>
    "row" in target
      ? { ...target, insert_string: cut(target.insert_string) }
      : { ...target, old_string: cut(target.old_string), new_string: cut(target.new_string) },
  );
  return { tool: call.tool, input: { ...input, targets } };
}

const secretHeader = /^(authorization|proxy-authorization|cookie|.*(token|secret|password|api-?key).*)$/i;

/** Headers by which a sender proves itself are shown by name alone. */
function shownRequest(
  call: Extract<ToolCall, { tool: "http_request" }>,
  cut: (text: string) => string,
): ToolCall {
  const { headers, body } = call.input;
  const shown = Object.entries(headers ?? {}).map(([name, value]) => [
    name,
    secretHeader.test(name) ? "[hidden]" : value,
  ]);
  return {
    tool: call.tool,
    input: {
      ...call.input,
      ...(headers === undefined ? {} : { headers: Object.fromEntries(shown) as Record<string, string> }),
      ...(body === undefined ? {} : { body: cut(body) }),
    },
  };
}

function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).toWellFormed()}\n[${text.length - longest} more characters]`;
}
