import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  CancelTaskRequestSchema,
  ErrorCode,
  GetTaskPayloadRequestSchema,
  GetTaskRequestSchema,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { callOfMcpRequest, mcpRequestKey } from "@gatehouse/services/mcp/requests";
import { cancelToolCall } from "@gatehouse/services/tool-call/cancel";
import { version } from "../../../package.json";
import { callTool } from "./call-tool.ts";
import { listTools } from "./list-tools.ts";
import type { Mcp } from "./mcp.ts";
import { cancelTask, getTask, taskResult } from "./tasks.ts";

const instructions = [
  "Gatehouse runs commands and other tools in sessions, each with a workspace on a Linux host.",
  "Make a session with create_session, or find one with list_sessions, and name it in each call.",
  "Every call is decided by the org's rules. A refusal says why and what to do instead; the same call again changes nothing.",
  "A call that waits for a person, or still runs, answers with a tool_call_id: ask get_tool_call until it is over, and read_output for its output from any offset.",
].join(" ");

/** A server for one request. What the protocol offers beyond the tools is polling: nothing here outlives the answer. */
export function createMcpServer(mcp: Mcp): McpServer {
  const server = new McpServer(
    { name: "gatehouse", title: "Gatehouse", version },
    {
      capabilities: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
      instructions,
    },
  );
  const { server: low } = server;
  /** A fault of ours tells a client nothing of the inside. */
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof McpError) throw error;
      mcp.ctx.log.error(
        { path: "/api/mcp", requestId: mcp.ctx.requestId, error: String(error) },
        "a request failed",
      );
      throw new McpError(ErrorCode.InternalError, "Something went wrong here, not with your request.");
    }
  };
  low.setRequestHandler(ListToolsRequestSchema, () => told(async () => ({ tools: await listTools(mcp) })));
  low.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    told(() =>
      callTool(mcp, {
        name: params.name,
        input: params.arguments ?? {},
        asTask: params.task !== undefined,
        requestId: extra.requestId,
        signal: extra.signal,
      }),
    ),
  );
  low.setRequestHandler(GetTaskRequestSchema, ({ params }) => told(() => getTask(mcp, params.taskId)));
  low.setRequestHandler(GetTaskPayloadRequestSchema, ({ params }, { signal }) =>
    told(() => taskResult(mcp, params.taskId, signal)),
  );
  low.setRequestHandler(CancelTaskRequestSchema, ({ params }) => told(() => cancelTask(mcp, params.taskId)));
  low.setNotificationHandler(CancelledNotificationSchema, async ({ params }) => {
    if (params.requestId !== undefined) await takeBack(mcp, params.requestId);
  });
  return server;
}

/** The client no longer wants what a request of the same connection asked for. */
async function takeBack({ ctx, token, connection }: Mcp, requestId: string | number): Promise<void> {
  if (connection === null) return;
  const key = mcpRequestKey({ tokenId: token.id, connection: connection.id, requestId });
  const toolCallId = await callOfMcpRequest(ctx, key);
  if (toolCallId === null) return;
  await cancelToolCall(ctx, toolCallId).catch((error: unknown) =>
    ctx.log.info({ toolCallId, error: String(error) }, "a request was taken back when its call was over"),
  );
}
