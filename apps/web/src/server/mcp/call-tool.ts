import { randomUUID } from "node:crypto";
import {
  type CallToolResult,
  type CreateTaskResult,
  ErrorCode,
  McpError,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/sdk/types.js";
import { AppError } from "@gatehouse/core/errors";
import { type ToolCall, type ToolName, toolCall } from "@gatehouse/core/tool-call/tool-call";
import { isScriptToolName } from "@gatehouse/core/tool-call/script-input";
import { goesOnBeside } from "@gatehouse/core/tool-call/subagent-tools";
import { tools } from "@gatehouse/core/tool-call/tools";
import {
  elicitedCall,
  mcpRequestKey,
  noteDelivered,
  noteElicited,
  noteMcpRequest,
} from "@gatehouse/services/mcp/requests";
import { offeredMedia } from "@gatehouse/services/model/media";
import { digestOf } from "@gatehouse/services/tool-call/digest";
import { getToolCall } from "@gatehouse/services/tool-call/get";
import { requestToolCall } from "@gatehouse/services/tool-call/request";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { z } from "zod";
import { callAnswer, refused } from "./answer.ts";
import { isOffered } from "./list-tools.ts";
import { type Mcp, pageOf } from "./mcp.ts";
import { ownTools } from "./own-tools.ts";
import { taskOf } from "./tasks.ts";
import { isOver, waitForCall } from "./wait.ts";

type Asked = {
  name: string;
  input: Record<string, unknown>;
  asTask: boolean;
  requestId: string | number;
  signal: AbortSignal;
};

/** What a verb refuses is told as a result, so that a model can read it; only an unknown tool is an error of the protocol. */
export async function callTool(mcp: Mcp, asked: Asked): Promise<CallToolResult | CreateTaskResult> {
  try {
    const own = ownTools.find((tool) => tool.name === asked.name);
    if (own === undefined) return await callOrgTool(mcp, asked);
    requireScope(mcp, own.scope);
    if (!own.isFor(mcp.token)) throw new AppError("forbidden", "This token is for one session.");
    return await own.run(mcp, asked.input, asked.signal);
  } catch (error) {
    if (error instanceof AppError) return refused({ code: error.code, sentence: error.message });
    if (error instanceof z.ZodError) return refused(inputProblem(error));
    throw error;
  }
}

async function callOrgTool(mcp: Mcp, asked: Asked): Promise<CallToolResult | CreateTaskResult> {
  const { ctx } = mcp;
  const { document } = await ctx.policies.current(ctx.db, ctx.org.id);
  const to = { policy: document, role: ctx.member.role, media: await offeredMedia(ctx.db, ctx.org.id) };
  const isScript = isScriptToolName(asked.name);
  if (!isScript && !(Object.hasOwn(tools, asked.name) && isOffered(asked.name as ToolName, to)))
    throw new McpError(ErrorCode.InvalidParams, `There is no tool ${asked.name}.`);
  requireScope(mcp, "tool.call");
  const { sessionId, seconds, call } = readCall(mcp, asked);
  const view = await sameOrNewCall(mcp, asked, { sessionId, call });
  if (asked.asTask) return { task: taskOf(mcp, view) };
  const waits = goesOnBeside(call.tool) ? 0 : seconds;
  const after = await waitForCall(mcp, { id: view.id, seconds: waits, pastApproval: false }, asked.signal);
  await sendToPage(mcp, after);
  if (isOver(after)) await noteDelivered(ctx, after.id);
  return callAnswer(mcp, after);
}

const envelope = z.object({
  session_id: z.uuid("session_id: name the session to work in; create_session makes one").optional(),
  wait_seconds: z.number().int().min(0).max(50).optional(),
});
const defaultSeconds = 20;

function readCall(
  { token }: Mcp,
  { name, input }: Asked,
): { sessionId: string; seconds: number; call: ToolCall } {
  const { session_id: named, wait_seconds: seconds } = envelope.parse(input);
  const { session_id: _session, wait_seconds: _wait, ...rest } = input;
  if (token.sessionId !== null && named !== undefined && named !== token.sessionId)
    throw new AppError("not_found", "There is no such session.");
  const sessionId = token.sessionId ?? named;
  if (sessionId === undefined)
    throw new AppError("invalid_input", "session_id: name the session to work in; create_session makes one.");
  const call = isScriptToolName(name)
    ? toolCall.parse({ tool: "script_tool", input: { name, arguments: rest } })
    : toolCall.parse({ tool: name, input: rest });
  return { sessionId, seconds: seconds ?? defaultSeconds, call };
}

/** A request sent twice is one call, and so is one whose client was sent to the approval page and now asks again. */
async function sameOrNewCall(
  mcp: Mcp,
  asked: Asked,
  of: { sessionId: string; call: ToolCall },
): Promise<ToolCallView> {
  const { ctx, token, connection } = mcp;
  const { sessionId, call } = of;
  if (connection?.opensUrls === true) {
    const earlier = await elicitedCall(ctx, { tokenId: token.id, sessionId, inputDigest: digestOf(call) });
    if (earlier !== null) return getToolCall(ctx, earlier);
  }
  const requestKey =
    connection === null
      ? `mcp:${randomUUID()}`
      : mcpRequestKey({ tokenId: token.id, connection: connection.id, requestId: asked.requestId });
  const view = await requestToolCall(ctx, { sessionId, requestKey, call });
  await noteMcpRequest(ctx, { requestKey, tokenId: token.id, toolCallId: view.id });
  return view;
}

/** A password is asked for on our own page and nowhere else; a client that can open it is sent there. */
async function sendToPage(mcp: Mcp, view: ToolCallView): Promise<void> {
  if (mcp.connection?.opensUrls !== true || view.status !== "awaiting_approval") return;
  if (view.approval?.strength !== "password") return;
  await noteElicited(mcp.ctx, view.id);
  throw new UrlElicitationRequiredError(
    [
      {
        mode: "url",
        elicitationId: view.id,
        url: pageOf(mcp, view),
        message: `A person has to approve ${view.program} with their password. Then the same call gives its result; its tool_call_id is ${view.id}.`,
      },
    ],
    "A person has to approve this call with their password.",
  );
}

function requireScope({ token }: Mcp, scope: Mcp["token"]["scopes"][number]): void {
  if (!token.scopes.includes(scope)) throw new AppError("forbidden", `This token has no scope ${scope}.`);
}

function inputProblem(error: z.ZodError): { code: string; sentence: string; hint: string } {
  const issue = error.issues[0];
  const where = (issue?.path ?? []).filter((part) => part !== "input").join(".");
  return {
    code: "invalid_input",
    sentence: `${where === "" ? "" : `${where}: `}${issue?.message ?? "the input is not what the tool takes"}`,
    hint: "Send exactly the fields of the tool's schema.",
  };
}
