import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { TokenScope } from "@gatehouse/core/token-scope";
import { sessionModes } from "@gatehouse/core/tool-call/tool-call";
import type { ApiToken } from "@gatehouse/services/api-token/resolve";
import { createSession } from "@gatehouse/services/session/create";
import { listSessions } from "@gatehouse/services/session/list";
import { cancelToolCall } from "@gatehouse/services/tool-call/cancel";
import { z } from "zod";
import { line } from "../input.ts";
import { answered, callAnswer } from "./answer.ts";
import type { Mcp } from "./mcp.ts";
import { ownCall } from "./own-call.ts";
import { outputPart } from "./output-part.ts";
import { waitForCall } from "./wait.ts";

/** A tool of the product itself: sessions, and what became of calls. */
export type OwnTool = {
  name: string;
  description: string;
  scope: TokenScope;
  input: z.ZodType;
  annotations: ToolAnnotations;
  isFor: (token: ApiToken) => boolean;
  run: (mcp: Mcp, input: unknown, signal: AbortSignal) => Promise<CallToolResult>;
};

const reads: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
const everyToken = (): boolean => true;

function define<Input extends z.ZodType>(
  tool: Omit<OwnTool, "input" | "run"> & {
    input: Input;
    run: (mcp: Mcp, input: z.output<Input>, signal: AbortSignal) => Promise<CallToolResult>;
  },
): OwnTool {
  return { ...tool, run: (mcp, input, signal) => tool.run(mcp, tool.input.parse(input), signal) };
}

const toolCallId = z.uuid().describe("From the answer of the call.");

export const ownTools: readonly OwnTool[] = [
  define({
    name: "create_session",
    description:
      "Makes a session with an empty workspace on a host and gives its session_id. In mode safe every call that changes something asks a person; in mode auto only what the rules say.",
    scope: "session.write",
    input: z.strictObject({ title: line(120).optional(), mode: z.enum(sessionModes).optional() }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    isFor: (token) => token.sessionId === null,
    run: async ({ ctx }, { title, mode }) => {
      const { id } = await createSession(ctx, { title, mode: mode ?? "safe" });
      return answered(`Made the session ${id}.`, { session_id: id, mode: mode ?? "safe" });
    },
  }),
  define({
    name: "list_sessions",
    description: "Sessions that can be worked in, the last used first.",
    scope: "session.read",
    input: z.strictObject({ query: z.string().max(200).optional(), cursor: z.string().max(100).optional() }),
    annotations: reads,
    isFor: everyToken,
    run: async ({ ctx, token }, { query, cursor }) => {
      const only = token.sessionId === null ? {} : { id: token.sessionId };
      const { items, nextCursor } = await listSessions(ctx, { archived: false, query, cursor, ...only });
      const sessions = items.map(({ id, title, mode, owner, host, running, awaiting }) => ({
        session_id: id,
        title,
        mode,
        owner: owner.name,
        host: host.name,
        running,
        awaiting,
      }));
      const lines = sessions.map((one) => `${one.session_id}  ${one.mode}  ${one.title} (${one.owner})`);
      return answered(lines.length === 0 ? "There is no session." : lines.join("\n"), {
        sessions,
        next_cursor: nextCursor,
      });
    },
  }),
  define({
    name: "get_tool_call",
    description:
      "What became of a call: waiting for a person, queued, running, or over with its result. With wait_seconds it answers as soon as the call is over.",
    scope: "session.read",
    input: z.strictObject({
      tool_call_id: toolCallId,
      wait_seconds: z.number().int().min(0).max(50).optional(),
    }),
    annotations: reads,
    isFor: everyToken,
    run: async (mcp, input, signal) => {
      await ownCall(mcp, input.tool_call_id);
      const seconds = input.wait_seconds ?? 0;
      const view = await waitForCall(mcp, { id: input.tool_call_id, seconds, pastApproval: true }, signal);
      return callAnswer(mcp, view);
    },
  }),
  define({
    name: "read_output",
    description:
      "Output of a call from a byte offset on, also while it runs; next_offset is where to read on, finished says that nothing more will come.",
    scope: "session.read",
    input: z.strictObject({
      tool_call_id: toolCallId,
      offset: z.number().int().nonnegative().optional(),
      limit: z.number().int().min(1).max(65_536).optional(),
    }),
    annotations: reads,
    isFor: everyToken,
    run: async (mcp, input) => {
      const view = await ownCall(mcp, input.tool_call_id);
      return outputPart(mcp, view, { offset: input.offset ?? 0, limit: input.limit ?? 30_000 });
    },
  }),
  define({
    name: "cancel_tool_call",
    description: "Takes a call back while it waits, or ends what runs, with everything it started.",
    scope: "tool.call",
    input: z.strictObject({ tool_call_id: toolCallId }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    isFor: everyToken,
    run: async (mcp, input, signal) => {
      await ownCall(mcp, input.tool_call_id);
      await cancelToolCall(mcp.ctx, input.tool_call_id);
      const view = await waitForCall(
        mcp,
        { id: input.tool_call_id, seconds: 10, pastApproval: true },
        signal,
      );
      return callAnswer(mcp, view);
    },
  }),
];
