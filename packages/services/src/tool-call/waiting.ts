import { isSubagentTool } from "@gatehouse/core/tool-call/subagent-tools";
import {
  type Waiting,
  waitingForApproval,
  waitingForPlace,
  waitingInQueue,
} from "@gatehouse/core/tool-call/waiting";
import type { Ctx } from "../context.ts";
import { getToolCall } from "./get.ts";
import { queueFacts } from "./queue-facts.ts";

/** Why a call is not running, in words; null when it runs, or is over. */
export async function waitingOf(ctx: Ctx, id: string): Promise<Waiting | null> {
  const { approval, execution, tool } = await getToolCall(ctx, id);
  if (approval?.status === "pending") {
    const { document } = await ctx.policies.current(ctx.db, ctx.org.id);
    return waitingForApproval({
      strength: approval.strength,
      mayAnswer: approval.mayAnswer,
      secondPerson: document.second_person,
      stepUpRoles: document.step_up_role,
    });
  }
  if (execution?.state !== "queued") return null;
  if (isSubagentTool(tool)) return waitingForPlace;
  const facts = (await queueFacts(ctx, [execution.id])).get(execution.id);
  return facts === undefined ? null : waitingInQueue(facts);
}
