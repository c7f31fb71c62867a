import { isPathCall, type PathCall } from "../path/file-paths.ts";
import {
  type CommandCall,
  isCommandCall,
  isMediaCall,
  isScriptCall,
  isSubagentCall,
  isWebCall,
  type ScriptCall,
  type WebCall,
} from "../tool-call/tool-call.ts";
import { combine } from "./combine.ts";
import { compiled } from "./compiled.ts";
import type { DecideInput } from "./decide-input.ts";
import type { Decision } from "./decision.ts";
import { fileRules } from "./file-rules.ts";
import { answerAsks, applyGrants } from "./grants.ts";
import type { RuleInput } from "./rule.ts";
import { rules } from "./rules.ts";
import { filePaths } from "./rules/file-paths.ts";
import { fileShape } from "./rules/file-shape.ts";
import { question } from "./rules/question.ts";
import { show } from "./rules/show.ts";
import { scriptRules } from "./script-rules.ts";
import { subagent } from "./rules/subagent.ts";
import { unfoldCall } from "./unfold-call.ts";
import { webRules } from "./web-rules.ts";

/**
 * What may happen with a call, and why: every rule runs and every reason is kept. Pure and synchronous. A grant
 * answers an ask; nothing turns a deny into an allow, and no mode changes what a failure means.
 */
export function decide(input: DecideInput): Decision {
  const { call } = input;
  if (isCommandCall(call)) return decideCommand(input, call);
  if (call.tool === "ask_user") return combine(answerAsks(question(call.input), input), "question", false);
  if (call.tool === "html_template") return combine(show(call.input), "show", true);
  if (isScriptCall(call)) return decideScript(input, call);
  if (isSubagentCall(call)) return combine(subagent(call), "subagent", false);
  return isWebCall(call) ? decideWeb(input, call) : decideFile(input, call);
}

function decideCommand(input: DecideInput, call: CommandCall): Decision {
  const { policy, facts, shell } = input;
  const mode = modeOf(input);
  const unfolded = unfoldCall(call, shell, input.deadlineMs ?? defaultDeadlineMs);
  const ruleInput: RuleInput = { call, mode, policy, facts, unfolded, lists: compiled(policy, facts.home) };
  const found = rules.flatMap((rule) => rule(ruleInput));
  const { effect, readOnly, reasons } = applyGrants(found, ruleInput, input);
  return combine(reasons, effect, readOnly);
}

function decideScript(input: DecideInput, call: ScriptCall): Decision {
  const { policy, facts, script = null } = input;
  const rule = { call, mode: modeOf(input), facts: script, lists: compiled(policy, facts.home) };
  const found = scriptRules.flatMap((run) => run(rule));
  return combine(answerAsks(found, input), "script", false);
}

function decideFile(input: DecideInput, call: PathCall): Decision {
  const { policy, facts } = input;
  const rule = { call, mode: modeOf(input), facts, lists: compiled(policy, facts.home) };
  const found = fileRules.flatMap((run) => run(rule));
  if (isMediaCall(call)) return combine(answerAsks(found, input), "media", false);
  const effect = call.tool === "open_file" ? "show" : "file";
  return combine(answerAsks(found, input), effect, call.tool !== "edit_file");
}

/** A download is judged as a request and as what it writes. */
function decideWeb(input: DecideInput, call: WebCall): Decision {
  const { policy, facts } = input;
  const mode = modeOf(input);
  const found = webRules.flatMap((run) => run({ call, mode, policy }));
  const path = isPathCall(call)
    ? [fileShape, filePaths].flatMap((run) => run({ call, mode, facts, lists: compiled(policy, facts.home) }))
    : [];
  const reads =
    call.tool !== "download_file" && (call.tool !== "http_request" || (call.input.method ?? "GET") === "GET");
  return combine(answerAsks([...found, ...path], input), "web", reads);
}

function modeOf({ policy, mode }: DecideInput): DecideInput["mode"] {
  return policy.mode_cap === "safe" ? "safe" : mode;
}

const defaultDeadlineMs = 1000;
