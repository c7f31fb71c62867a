/**
 * The tools for other agents, as an MCP server over streamable HTTP. A token says for whom; a fresh server answers each
 * request, and every call goes the way of a person's: decided, recorded, approved, audited.
 */
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { AppError } from "@gatehouse/core/errors";
import { webEnv } from "../../env.ts";
import { createRequestContext, tokenCtx } from "../context.ts";
import { log } from "../log.ts";
import { connectionHeader, connectionOf, newConnectionId } from "./connection.ts";
import { createMcpServer } from "./create-server.ts";
import { readJson } from "./read-json.ts";

/** Base64 of the largest file, and what stands around it. */
const mostBytes = 16 * 1024 ** 2;

export async function handleMcp(request: Request): Promise<Response> {
  const origin = request.headers.get("origin");
  if (origin !== null && origin !== new URL(webEnv().PUBLIC_URL).origin)
    return problem(403, "Pages of another origin may not use this.");
  if (request.method !== "POST") return problem(405, "Send requests with POST.", { allow: "POST" });
  try {
    return await answer(request);
  } catch (error) {
    if (error instanceof SyntaxError) return problem(400, "The body is not JSON.");
    if (error instanceof AppError && error.code === "rate_limited") return problem(429, error.message);
    if (error instanceof AppError && error.code === "forbidden") return problem(403, error.message);
    log.error({ path: "/api/mcp", error: String(error) }, "a request failed");
    return problem(503, "The request could not be served. Try again in a moment.");
  }
}

async function answer(request: Request): Promise<Response> {
  const context = await createRequestContext(request, new Headers());
  if (context.token === null)
    return problem(401, "This takes an API token as bearer; make one on the page API tokens.", {
      "www-authenticate": 'Bearer realm="gatehouse"',
    });
  const body = await readJson(request, mostBytes);
  if (body === null) return problem(413, "The request is longer than 16 MiB.");
  const server = createMcpServer({
    ctx: tokenCtx(context, context.token),
    token: context.token,
    connection: connectionOf(request.headers),
    publicUrl: webEnv().PUBLIC_URL,
  });
  const transport = new WebStandardStreamableHTTPServerTransport({});
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: body.value });
  const made = newConnectionId(body.value);
  if (made !== null) response.headers.set(connectionHeader, made);
  response.headers.set("cache-control", "no-store");
  return response;
}

function problem(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }, { status, headers });
}
