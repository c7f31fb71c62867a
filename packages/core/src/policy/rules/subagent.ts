import type { SubagentCall } from "../../tool-call/subagent-input.ts";
import { toolNames } from "../../tool-call/tool-call.ts";
import type { Reason } from "../decision.ts";
import { allow, deny } from "../reason.ts";

/** Thinking asks nobody: every call that a subagent makes is decided like one of the session, under the session's grants. */
export function subagent({ input }: SubagentCall): Reason[] {
  if (!input.task.isWellFormed() || input.task.includes("\0"))
    return [deny("subagent", "bad_argument", "the task holds a character that cannot be shown")];
  const unknown = (input.exclude_tools ?? []).find((name) => !toolNames.has(name) && !ownTool.test(name));
  if (unknown !== undefined)
    return [
      deny("subagent", "bad_argument", `exclude_tools names ${JSON.stringify(unknown)}, which is no tool`, {
        hint: "Name tools as they are offered, such as run_command.",
      }),
    ];
  return [allow("subagent", "each call of a subagent is decided by itself")];
}

const ownTool = /^(script|ext)_[\w-]+$/;
