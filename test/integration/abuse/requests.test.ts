import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import type { TokenScope } from "@gatehouse/core/token-scope";
import { beforeAll, describe, expect, it } from "vitest";
import { fillOrg, type Ids } from "../../helpers/fill-org.ts";
import { makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { bearer, browser, services } from "../../helpers/web.ts";

const { GET: download } = await import(
  "../../../apps/web/src/app/api/orgs/[org]/executions/[id]/output/route.ts"
);
const { POST: mcp } = await import("../../../apps/web/src/app/api/mcp/route.ts");

/** Requests as somebody who means harm would send them, by every way into the web tier. */
const site = "http://gatehouse.test";
const everyScope: TokenScope[] = ["session.read", "session.write", "tool.call"];
let org: TestOrg;
let foreign: TestOrg;
let ids: Ids;
let theirs: Ids;
let secret: Ids;
let people: TestMember[];

beforeAll(async () => {
  [org, foreign] = await Promise.all([makeOrg(), makeOrg()]);
  people = [org.admin, ...(await Promise.all((["member", "approver", "auditor"] as const).map(org.join)))];
  ids = await fillOrg(org);
  theirs = await fillOrg(foreign);
  secret = await fillOrg(org, "private");
});

const cookieOf = ({ cookies }: TestMember): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

const app = path.resolve(import.meta.dirname, "../../../apps/web/src/app");

/** Every file of the app that answers HTTP by itself and names no org, with what of it is tried where. */
const routes: Record<string, string> = {
  "api/trpc/[trpc]": "every procedure: test/integration/web/access.test.ts",
  "api/mcp": "below",
  "api/oidc/callback":
    "an answer to one's own sign-in, which names no id: test/integration/web/identity-provider.test.ts",
  healthz: "takes nothing and names nothing of an org",
  readyz: "takes nothing and names nothing of an org",
  version: "takes nothing and names nothing of an org",
  metrics: "takes a token of the installation and names no org",
};

function routesBelow(directory: string, prefix = ""): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory())
      return routesBelow(path.join(directory, entry.name), path.posix.join(prefix, entry.name));
    return /^route\.tsx?$/.test(entry.name) ? [prefix] : [];
  });
}

const found = routesBelow(app);
const ofOrg = found.filter((route) => route.includes("[org]"));

it("each route of the app that names no org has a line here", () => {
  expect(found.filter((route) => !ofOrg.includes(route)).sort()).toEqual(Object.keys(routes).sort());
});

it("a request of more calls than a page ever sends is refused whole, before any of them is looked at", async () => {
  const { fetch } = browser();
  const ask = async (calls: number): Promise<number> => {
    const paths = Array<string>(calls).fill("setup.state").join(",");
    return (await fetch(`${site}/api/trpc/${paths}?batch=1&input=${encodeURIComponent("{}")}`)).status;
  };
  expect(await ask(40)).toBe(200);
  expect(await ask(41)).toBe(400);
  expect(await ask(5_000)).toBe(400);
});

/** What stands before an id in a path says whose it is. */
const kinds: Record<string, keyof Ids> = { executions: "execution", sessions: "session", calls: "toolCall" };

it.each(ofOrg)("%s finds nothing of another org, of a private session or without a login", async (route) => {
  type Get = (request: Request, of: { params: Promise<Record<string, string>> }) => Promise<Response>;
  const { GET } = (await import(path.join(app, route, "route.ts"))) as { GET: Get };
  const kind = kinds[/([a-z]+)\/\[id\]/.exec(route)?.[1] ?? ""];
  if (kind === undefined) throw new Error(`say in kinds what the id of ${route} is`);
  const get = async (of: { org: string; id: string }, person?: TestMember): Promise<number> => {
    const url = `${site}/${route.replace("[org]", of.org).replace("[id]", of.id)}`;
    const headers: Record<string, string> = person === undefined ? {} : { cookie: cookieOf(person) };
    return (await GET(new Request(url, { headers }), { params: Promise.resolve(of) })).status;
  };
  for (const person of people) {
    expect(await get({ org: org.slug, id: theirs[kind] }, person)).toBe(404);
    expect(await get({ org: foreign.slug, id: theirs[kind] }, person)).toBe(404);
    expect(await get({ org: foreign.slug, id: ids[kind] }, person)).toBe(404);
    if (["member", "approver"].includes(person.role))
      expect(await get({ org: org.slug, id: secret[kind] }, person)).toBe(404);
  }
  expect(await get({ org: org.slug, id: ids[kind] })).toBe(404);
});

describe("the download of an output", () => {
  const get = async (of: { org: string; id: string }, headers: Record<string, string>): Promise<number> => {
    const request = new Request(`${site}/api/orgs/${of.org}/executions/${of.id}/output`, { headers });
    const response = await download(request, { params: Promise.resolve(of) });
    if (response.status === 404) expect(await response.text()).toBe("There is no such execution.\n");
    return response.status;
  };

  it("finds nothing of another org, under its own name or theirs, for any role", async () => {
    for (const person of people) {
      const headers = { cookie: cookieOf(person) };
      expect(await get({ org: org.slug, id: ids.execution }, headers)).toBe(200);
      expect(await get({ org: org.slug, id: theirs.execution }, headers)).toBe(404);
      expect(await get({ org: foreign.slug, id: theirs.execution }, headers)).toBe(404);
      expect(await get({ org: foreign.slug, id: ids.execution }, headers)).toBe(404);
    }
  });

  it("finds nothing of a session that is private to somebody else, and nothing without a login", async () => {
    const [, member, approver] = people;
    for (const person of [member, approver])
      if (person !== undefined)
        expect(await get({ org: org.slug, id: secret.execution }, { cookie: cookieOf(person) })).toBe(404);
    expect(await get({ org: org.slug, id: ids.execution }, {})).toBe(404);
    expect(await get({ org: org.slug, id: "../../etc/passwd" }, { cookie: cookieOf(org.admin) })).toBe(404);
  });

  it("takes no token of another org, of one session, without its scope, or that was revoked", async () => {
    const tokenOf = async (of: TestOrg, more: { scopes?: TokenScope[]; sessionId?: string } = {}) => {
      const made = { org: of.slug, name: "t", scopes: everyScope, days: 1, ...more };
      return of.admin.api.token.create.mutate(made);
    };
    const at = { org: org.slug, id: ids.execution };
    const good = await tokenOf(org);
    const as = (token: string) => ({ authorization: `Bearer ${token}` });
    expect(await get(at, as(good.token))).toBe(200);
    expect(await get(at, as((await tokenOf(foreign)).token))).toBe(404);
    expect(await get(at, as((await tokenOf(org, { sessionId: ids.session })).token))).toBe(404);
    expect(await get(at, as((await tokenOf(org, { scopes: ["tool.call"] })).token))).toBe(404);
    await org.admin.api.token.revoke.mutate({ org: org.slug, id: good.id });
    expect(await get(at, as(good.token))).toBe(404);
    expect(await get(at, { ...as(good.token), cookie: cookieOf(org.admin) })).toBe(404);
  });
});

describe("another agent", () => {
  /** What each tool takes beside the ids. */
  const samples: Record<string, object> = {
    run_command: { argv: ["ls"] },
    background_command: { argv: ["ls"] },
    read_files: { files: [{ path: "a" }] },
    find_files: { mode: "list", queries: [{ dir: "." }] },
    edit_file: { mode: "write", path: "a", content: "x" },
    file_history: { mode: "list", path: "a" },
    http_request: { url: "https://example.com/" },
    fetch_page: { url: "https://example.com/" },
    search_web: { query: "x" },
    download_file: { url: "https://example.com/", output_path: "a" },
    ask_user: { questions: [{ question: "Which?" }] },
    test_tool: { name: "x", input: {} },
    subagents: { task: "x" },
    background_subagents: { task: "x" },
    open_file: { path: "a" },
    html_template: { html: "<p>x</p>" },
    generate_image: { prompt: "x", output_path: "a.png" },
    generate_audio: { prompt: "x", output_path: "a.wav" },
  };
  type Tool = { name: string; inputSchema: { properties?: Record<string, unknown> } };
  const ask = async (token: string, method: string, params: object): Promise<Record<string, unknown>> => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const text = await (await mcp(new Request(`${site}/api/mcp`, { method: "POST", headers, body }))).text();
    const json =
      text
        .split("\n")
        .find((line) => line.startsWith("data: "))
        ?.slice(6) ?? text;
    return JSON.parse(json) as Record<string, unknown>;
  };

  it("finds no session and no call of another org, nor of a session that is private to somebody else, by any tool", async () => {
    const [, member] = people;
    if (member === undefined) throw new Error("no member");
    const { token } = await member.api.token.create.mutate({
      org: org.slug,
      name: "agent",
      scopes: everyScope,
      days: 1,
    });
    const listed = (await ask(token, "tools/list", {})) as { result: { tools: Tool[] } };
    const { tools } = listed.result;
    const calls = tools.flatMap(({ name, inputSchema }) => {
      const takes = Object.keys(inputSchema.properties ?? {});
      return [theirs, secret].flatMap((others) => [
        ...(takes.includes("session_id") ? [{ name, id: { session_id: others.session } }] : []),
        ...(takes.includes("tool_call_id") ? [{ name, id: { tool_call_id: others.toolCall } }] : []),
      ]);
    });
    expect(calls.length).toBeGreaterThan(20);
    for (const { name, id } of calls) {
      const params = { name, arguments: { ...samples[name], ...id } };
      expect([name, JSON.stringify(await ask(token, "tools/call", params))]).toEqual([
        name,
        expect.stringContaining("not_found"),
      ]);
    }
    for (const { session } of [theirs, secret])
      expect(await services.db.toolCall.count({ where: { sessionId: session } })).toBe(2);
  });
});

describe("a request that changes something", () => {
  const url = `${site}/api/trpc/session.create`;
  const body = (): string => JSON.stringify({ json: { org: org.slug, mode: "auto" } });
  const made = () => services.db.session.count({ where: { orgId: org.id } });

  it.each([
    ["another origin", { origin: "https://evil.test" }],
    ["an origin that only begins like ours", { origin: `${site}.evil.test` }],
    ["our origin on another port", { origin: `${site}:8443` }],
    ["our origin over another scheme", { origin: site.replace("http:", "https:") }],
    ["a frame without an origin", { origin: "null" }],
    ["no origin at all", {}],
  ] as [string, Record<string, string>][])(
    "from %s is refused, whatever its content type",
    async (_title, from) => {
      const before = await made();
      for (const type of [
        "application/json",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
      ]) {
        const headers = { ...from, "content-type": type, cookie: cookieOf(org.admin) };
        const response = await browser(new Map(), null).fetch(url, { method: "POST", headers, body: body() });
        expect([type, response.status]).toEqual([type, 403]);
      }
      expect(await made()).toBe(before);
    },
  );

  it("is none with GET, nor as a form or as text, from our own pages", async () => {
    const before = await made();
    const cookie = cookieOf(org.admin);
    const get = await org.admin.fetch(`${url}?input=${encodeURIComponent(body())}`);
    expect(get.status).toBe(405);
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      const headers = { "content-type": type, cookie };
      const response = await browser().fetch(url, { method: "POST", headers, body: body() });
      expect([type, response.status]).toEqual([type, 415]);
    }
    expect(await made()).toBe(before);
  });

  it("names nobody: an org, a member or a role in the input of who asks changes nothing", async () => {
    const [, member] = people;
    if (member === undefined) throw new Error("no member");
    const input = {
      org: org.slug,
      email: `${randomUUID()}@example.test`,
      role: "member",
      actor: { kind: "person", memberId: org.admin.memberId },
      memberId: org.admin.memberId,
      member: { role: "admin" },
    };
    await expect(member.api.invitation.create.mutate(input as never)).rejects.toMatchObject({
      data: { code: "FORBIDDEN" },
    });
  });

  it("by a token that is no token is nobody's, beside a good cookie too", async () => {
    const bad = bearer("gth_nothing", org.admin.cookies);
    await expect(bad.api.session.create.mutate({ org: org.slug, mode: "auto" })).rejects.toMatchObject({
      data: { code: "UNAUTHORIZED" },
    });
  });
});
