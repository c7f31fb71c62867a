import { createMCPClient } from "@ai-sdk/mcp";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CallToolResultSchema,
  type ClientCapabilities,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/sdk/types.js";
import type { TokenScope } from "@gatehouse/core/token-scope";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession } from "../../helpers/call.ts";
import { makeOrg, password, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { newWord, publishTool } from "../../helpers/script-tool.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";
import { shownNow } from "../../helpers/shown-now.ts";

const { handleMcp } = await import("../../../apps/web/src/server/mcp/handle-mcp.ts");

type Structured = Record<string, unknown> & { tool_call_id: string; status: string; session_id: string };
type Result = { text: string; isError: boolean; data: Structured };

const every: TokenScope[] = ["session.read", "session.write", "tool.call"];
const address = "http://gatehouse.test/api/mcp";

let worker: TestWorker;
let org: TestOrg;
let member: TestMember;
let approver: TestMember;

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg({ denied_command: ["curl"] });
  [member, approver] = await Promise.all([org.join("member"), org.join("approver")]);
});
const clients: Client[] = [];
afterAll(async () => {
  for (const client of clients) await client.close();
  await worker.stop();
});

async function tokenOf(by: TestMember, scopes = every, sessionId?: string): Promise<string> {
  const bound = sessionId === undefined ? {} : { sessionId };
  return (await by.api.token.create.mutate({ org: org.slug, name: "agent", scopes, days: 1, ...bound }))
    .token;
}

/** The server itself, as a client's fetch. */
function over(token: string): typeof fetch {
  return (input, init) => {
    const request = new Request(input instanceof Request ? input : String(input), init);
    request.headers.set("authorization", `Bearer ${token}`);
    return handleMcp(request);
  };
}

async function connect(token: string, capabilities: ClientCapabilities = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { fetch: over(token) }) as never);
  clients.push(client);
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Result> {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content as { type: string; text: string }[];
  return {
    text: first?.text ?? "",
    isError: result.isError === true,
    data: result.structuredContent as Structured,
  };
}

const approve = async (by: TestMember, approvalId: string, secret?: string): Promise<unknown> =>
  by.api.approval.answer.mutate({
    org: org.slug,
    approvalId,
    shown: await shownNow(approvalId),
    answer: "approve",
    ...(secret === undefined ? {} : { password: secret }),
  });

async function approvalOf(toolCallId: string): Promise<string> {
  return (await services.db.approval.findUniqueOrThrow({ where: { toolCallId } })).id;
}

describe("the MCP server", () => {
  it("lists the same tools in the same order with closed schemas and annotations", async () => {
    const client = await connect(await tokenOf(member));
    const first = await client.listTools();
    expect(await client.listTools()).toEqual(first);
    const named = new Map(first.tools.map((tool) => [tool.name, tool]));
    expect([...named.keys()].slice(0, 2)).toEqual(["create_session", "list_sessions"]);
    expect(named.get("read_files")?.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    expect(named.get("run_command")?.annotations).toMatchObject({
      destructiveHint: true,
      readOnlyHint: false,
    });
    expect(named.get("run_command")?.inputSchema).toMatchObject({
      additionalProperties: false,
      required: ["session_id", "argv"],
    });
    expect(named.has("search_web")).toBe(false);
  });

  it("offers the org's script tools by name, and runs one once a person confirmed it", async () => {
    const name = `script_${newWord()}`;
    await publishTool(org, name);
    const client = await connect(await tokenOf(member));
    const tools = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool]));
    expect(tools.get(name)).toMatchObject({
      inputSchema: { additionalProperties: false, required: ["session_id", "word"] },
      annotations: { destructiveHint: true, openWorldHint: true },
    });
    expect(["open_file", "html_template"].every((one) => tools.has(one))).toBe(true);
    expect(["test_tool", "script_tool"].some((one) => tools.has(one))).toBe(false);
    const args = { session_id: await openSession(org, member, "safe"), wait_seconds: 0 };
    const waiting = await call(client, name, { ...args, word: "x" });
    expect(waiting.data.status).toBe("awaiting_approval");
    await approve(member, await approvalOf(waiting.data.tool_call_id));
    const ended = await until("the tool to end", async () => {
      const now = await call(client, "get_tool_call", { tool_call_id: waiting.data.tool_call_id });
      return now.data.status === "finished" ? now : null;
    });
    expect(ended.text).toContain('{"word":"x"}');
    const wrong = await call(client, name, { ...args, word: "x", mode: "auto" });
    expect(wrong).toMatchObject({ isError: true, data: { status: "denied" } });
  });

  it("speaks the newest revision that its library implements, and the one before", async () => {
    const send = over(await tokenOf(member));
    for (const protocolVersion of ["2025-11-25", "2025-06-18"]) {
      const response = await send(address, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "initialize",
          params: { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } },
        }),
      });
      expect(await response.text()).toContain(`"protocolVersion":"${protocolVersion}"`);
    }
  });

  it("makes a session, runs a command in it, and the record says who acted on whose behalf with which token", async () => {
    const client = await connect(await tokenOf(member));
    const made = await call(client, "create_session", { title: "By an agent", mode: "auto" });
    const { session_id } = made.data;
    const ran = await call(client, "run_command", { session_id, argv: ["bash", "-c", "echo hello; exit 3"] });
    expect(ran).toMatchObject({ isError: true, data: { status: "finished", exit_code: 3 } });
    expect(ran.text).toContain("hello");
    const requested = await services.db.auditEvent.findFirstOrThrow({
      where: { toolCallId: ran.data.tool_call_id, type: "tool_call.requested" },
    });
    expect(requested).toMatchObject({ actorKind: "agent", memberId: member.memberId });
    expect(requested.body).toContain('"tokenId"');
    const output = await call(client, "read_output", { tool_call_id: ran.data.tool_call_id, offset: 1 });
    expect(output.data).toMatchObject({ text: "ello\n", next_offset: 6, finished: true });
  });

  it("tells a refusal as a result with code, sentence and next step, and a wrong input with its field", async () => {
    const client = await connect(await tokenOf(member));
    const session_id = await openSession(org, member);
    const denied = await call(client, "run_command", {
      session_id,
      argv: ["bash", "-c", "curl example.com"],
    });
    expect(denied).toMatchObject({
      isError: true,
      data: { status: "denied", refusal: { code: "denied_command" } },
    });
    expect(denied.text).toMatch(/^Refused \(denied_command\): .+\nNext step: .+/);
    for (const wrong of [{ argv: "ls" }, { argv: ["ls"], mode: "auto" }, {}]) {
      const answer = await call(client, "run_command", { session_id, ...wrong });
      expect(answer.isError).toBe(true);
      expect(answer.text).toContain("invalid_input");
    }
    await expect(client.callTool({ name: "rm_rf", arguments: {} })).rejects.toThrow("no tool");
  });

  it("answers a call that waits for a person at once, and tells its end while the client waits", async () => {
    const client = await connect(await tokenOf(member));
    const session_id = await openSession(org, member, "safe");
    const asked = await call(client, "run_command", { session_id, argv: ["touch", "made"] });
    expect(asked).toMatchObject({ isError: false, data: { status: "awaiting_approval" } });
    expect(asked.text).toContain(`/${org.slug}/sessions/${session_id}#call-${asked.data.tool_call_id}`);
    const { tool_call_id } = asked.data;
    const waiting = call(client, "get_tool_call", { tool_call_id, wait_seconds: 50 });
    await approve(member, await approvalOf(tool_call_id));
    expect((await waiting).data).toMatchObject({ status: "finished", exit_code: 0 });
  });

  it("carries no approval, whatever a client sends or a tool prints", async () => {
    const client = await connect(await tokenOf(org.admin, every));
    const session_id = await openSession(org, org.admin, "safe");
    const asked = await call(client, "run_command", { session_id, argv: ["touch", "x"] });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names.filter((name) => /approv|answer|mode|policy|grant/.test(name))).toEqual([]);
    for (const [name, args] of [
      ["answer_approval", { approval_id: await approvalOf(asked.data.tool_call_id), answer: "approve" }],
      ["run_command", { session_id, argv: ["touch", "x"], approved: true }],
    ] as const)
      await client.callTool({ name, arguments: args }).catch(() => undefined);
    const after = await call(client, "get_tool_call", { tool_call_id: asked.data.tool_call_id });
    expect(after.data.status).toBe("awaiting_approval");
  });

  it("gives a long call back by its handle, with its output so far, and ends it when asked to", async () => {
    const client = await connect(await tokenOf(member));
    const session_id = await openSession(org, member);
    const long = ["bash", "-c", "echo begun; sleep 300"];
    const started = await call(client, "run_command", { session_id, argv: long, wait_seconds: 0 });
    const { tool_call_id } = started.data;
    expect(["approved", "executing"]).toContain(started.data.status);
    await until("the first output", async () => {
      const part = await call(client, "read_output", { tool_call_id });
      return part.data["text"] === "begun\n" && part.data["finished"] === false;
    });
    const ended = await call(client, "cancel_tool_call", { tool_call_id });
    expect(ended.data).toMatchObject({ status: "finished", outcome: "cancelled" });
  });

  it("ends what a request asked for when its client takes the request back", async () => {
    const client = await connect(await tokenOf(member));
    const session_id = await openSession(org, member);
    const stop = new AbortController();
    const lost = client.callTool(
      { name: "run_command", arguments: { session_id, argv: ["sleep", "300"], wait_seconds: 50 } },
      CallToolResultSchema,
      { signal: stop.signal },
    );
    lost.catch(() => undefined);
    const row = await until("the command to run", () =>
      services.db.execution.findFirst({ where: { sessionId: session_id, startedAt: { not: null } } }),
    );
    stop.abort("no longer wanted");
    await until("its end", async () => {
      const now = await services.db.execution.findUniqueOrThrow({ where: { id: row.id } });
      return now.outcome === "cancelled";
    });
  });

  it("runs a call as a task: input required while a person thinks, then completed with the result", async () => {
    const client = await connect(await tokenOf(member));
    const session_id = await openSession(org, member, "safe");
    await client.listTools();
    const stream = client.experimental.tasks.callToolStream(
      { name: "run_command", arguments: { session_id, argv: ["bash", "-c", "echo from a task"] } },
      CallToolResultSchema,
      { task: {} },
    );
    const statuses: string[] = [];
    let text = "";
    for await (const message of stream) {
      if (message.type === "taskCreated" || message.type === "taskStatus") {
        statuses.push(message.task.status);
        if (message.type === "taskCreated") {
          const approvalId = await approvalOf(message.task.taskId);
          await approve(member, approvalId);
        }
      } else if (message.type === "result") text = JSON.stringify(message.result);
      else throw new Error(JSON.stringify(message));
    }
    expect(statuses[0]).toBe("input_required");
    expect(text).toContain("from a task");
  });

  it("sends a client that can open addresses to the approval page for a password, and then gives the result once", async () => {
    const url = await connect(await tokenOf(approver), { elicitation: { url: {} } });
    const plain = await connect(await tokenOf(approver));
    const session_id = await openSession(org, approver);
    const args = { session_id, files: [{ path: "/var/lib/dpkg/lock" }] };
    const refusedOf = async (): Promise<UrlElicitationRequiredError> => {
      const error: unknown = await url
        .callTool({ name: "read_files", arguments: args })
        .catch((cause: unknown) => cause);
      if (!(error instanceof UrlElicitationRequiredError))
        throw new Error(`not sent to a page: ${String(error)}`);
      return error;
    };
    const [sent] = (await refusedOf()).elicitations;
    expect(sent?.url).toContain(`/${org.slug}/sessions/${session_id}#call-`);
    expect((await refusedOf()).elicitations[0]?.elicitationId).toBe(sent?.elicitationId);
    await approve(approver, await approvalOf(sent?.elicitationId ?? ""), password);
    const done = await call(url, "read_files", args);
    expect(done.data).toMatchObject({ tool_call_id: sent?.elicitationId, status: "finished" });
    expect((await call(plain, "read_files", args)).data.tool_call_id).not.toBe(sent?.elicitationId);
  });

  it("knows a token of one session nowhere else, and one without a scope for nothing", async () => {
    const mine = await openSession(org, member);
    const other = await openSession(org, member);
    const bound = await connect(await tokenOf(member, every, mine));
    const ran = await call(bound, "run_command", { argv: ["echo", "x"] });
    expect(ran.data).toMatchObject({ session_id: mine, status: "finished" });
    expect((await call(bound, "run_command", { session_id: other, argv: ["ls"] })).text).toContain(
      "not_found",
    );
    const free = await connect(await tokenOf(member));
    const elsewhere = await call(free, "run_command", { session_id: other, argv: ["echo", "y"] });
    for (const name of ["get_tool_call", "read_output", "cancel_tool_call"])
      expect((await call(bound, name, { tool_call_id: elsewhere.data.tool_call_id })).text).toContain(
        "not_found",
      );
    expect((await call(bound, "create_session", {})).text).toContain("forbidden");
    const reader = await connect(await tokenOf(member, ["session.read"]));
    expect((await reader.listTools()).tools.map(({ name }) => name)).not.toContain("run_command");
    expect((await call(reader, "run_command", { session_id: mine, argv: ["ls"] })).text).toContain(
      "forbidden",
    );
  });

  it("answers nobody without a good token, and no page of another origin", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const post = (headers: Record<string, string>): Promise<Response> =>
      handleMcp(new Request(address, { method: "POST", body, headers }));
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    expect((await post({})).status).toBe(401);
    expect((await post({ cookie })).status).toBe(401);
    expect((await post({ authorization: "Bearer gth_wrong" })).status).toBe(401);
    const authorization = `Bearer ${await tokenOf(member)}`;
    expect((await post({ authorization, origin: "https://evil.example" })).status).toBe(403);
    expect((await handleMcp(new Request(address, { headers: { authorization } }))).status).toBe(405);
  });
});

describe("another client", () => {
  it("makes a session, runs a call, and waits while a person approves", async () => {
    const client = await createMCPClient({
      transport: { type: "http", url: address, fetch: over(await tokenOf(member)) },
    });
    const offered = await client.tools();
    const use = async (name: string, input: Record<string, unknown>): Promise<Result> => {
      const result = (await offered[name]?.execute?.(input, { toolCallId: "1", messages: [] })) as {
        content: { text: string }[];
        isError?: boolean;
        structuredContent: Structured;
      };
      const { content, isError = false, structuredContent: data } = result;
      return { text: content[0]?.text ?? "", isError, data };
    };
    const { session_id } = (await use("create_session", { mode: "safe" })).data;
    const read = await use("run_command", { session_id, argv: ["ls"] });
    expect(read).toMatchObject({ isError: false, data: { status: "finished" } });
    const asked = await use("edit_file", { session_id, mode: "write", path: "a.txt", content: "one\n" });
    expect(asked.data.status).toBe("awaiting_approval");
    const waiting = use("get_tool_call", { tool_call_id: asked.data.tool_call_id, wait_seconds: 50 });
    await approve(member, await approvalOf(asked.data.tool_call_id));
    expect((await waiting).data).toMatchObject({ status: "finished", exit_code: 0 });
    await client.close();
  });
});
