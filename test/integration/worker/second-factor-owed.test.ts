import { randomUUID } from "node:crypto";
import type { TokenScope } from "@gatehouse/core/token-scope";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, request, settled } from "../../helpers/call.ts";
import { enrolTotp } from "../../helpers/enrol-totp.ts";
import { makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import { bearer, services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

const { downloadOutput } = await import("../../../apps/web/src/server/output-download.ts");
const { servePage } = await import("../../../apps/web/src/server/shown-page.ts");
const { handleMcp } = await import("../../../apps/web/src/server/mcp/handle-mcp.ts");

const address = "http://gatehouse.test";
const sentence = "Your org asks for a second factor.";
let worker: TestWorker;
let org: TestOrg;
let member: TestMember;
let sessionId: string;

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg();
  member = await org.join("member");
  sessionId = await openSession(org, member);
});
afterAll(() => worker.stop());

const ask = (secondFactorRoles: "member"[]) =>
  org.admin.api.org.changeSettings.mutate({ org: org.slug, secondFactorRoles });

const ranTo = async (argv: string[]): Promise<string> => {
  const call = await settled(org, member, (await request(org, member, { sessionId, argv })).id);
  return call.execution?.id ?? "";
};

const tokenOf = async (by: TestMember, scopes: TokenScope[]): Promise<string> =>
  (await by.api.token.create.mutate({ org: org.slug, name: "a token", scopes, days: 1 })).token;
const watcherToken = (by: TestMember) => tokenOf(by, ["session.read"]);

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "OK",
    (error: { data?: { code?: string } }) => error.data?.code ?? String(error),
  );

const cookieOf = (person: TestMember): string =>
  [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** Everything that leads to an org beside a person's calls, and what each answers. */
function waysIn(executionId: string, token: string) {
  const path = { org: org.slug, id: executionId };
  const asPerson = () => new Request(address, { headers: { cookie: cookieOf(member) } });
  const headers = { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" };
  const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  return {
    call: async () => codeOf(member.api.session.list.query({ org: org.slug })),
    tokenCall: async () => codeOf(bearer(token).api.session.list.query({ org: org.slug })),
    output: async () => answerOf(await downloadOutput(asPerson(), path)),
    tokenOutput: async () => answerOf(await downloadOutput(new Request(address, { headers }), path)),
    page: async () => answerOf(await servePage(asPerson(), { ...path, id: randomUUID() })),
    mcp: async () => {
      const post = {
        method: "POST",
        body: list,
        headers: { ...headers, "content-type": "application/json" },
      };
      return answerOf(await handleMcp(new Request(`${address}/api/mcp`, post)));
    },
  };
}

async function answerOf(response: Response): Promise<string> {
  const text = await response.text();
  return `${response.status}${text.includes(sentence) ? ` ${sentence}` : ""}`;
}

async function all(ways: ReturnType<typeof waysIn>): Promise<Record<string, string>> {
  const said = Object.entries(ways).map(async ([name, way]) => [name, await way()] as const);
  return Object.fromEntries(await Promise.all(said));
}

describe("a member who owes the org a second factor", () => {
  it("reaches nothing of it by a login, a token, an address or an agent, until they have one", async () => {
    const executionId = await ranTo(["echo", "hello"]);
    const token = await tokenOf(member, ["session.read", "tool.call", "org.read"]);
    const ways = waysIn(executionId, token);
    const open = { call: "OK", tokenCall: "OK", output: "200", tokenOutput: "200", page: "404", mcp: "200" };
    expect(await all(ways)).toEqual(open);
    await ask(["member"]);
    const refused = `403 ${sentence}`;
    expect(await all(ways)).toEqual({
      call: "FORBIDDEN",
      tokenCall: "FORBIDDEN",
      output: refused,
      tokenOutput: refused,
      page: refused,
      mcp: refused,
    });
    await enrolTotp(member);
    expect(await all(ways)).toEqual(open);
    await ask([]);
  });

  it("stops watching at once what they watched, by a login and by a token", async () => {
    const watched = await org.join("member");
    const own = await openSession(org, watched);
    const token = await watcherToken(watched);
    const ended: string[] = [];
    const started: string[] = [];
    for (const [name, by] of [
      ["login", watched],
      ["token", bearer(token)],
    ] as const)
      by.api.toolCall.watch.subscribe(
        { org: org.slug, sessionId: own },
        { onStarted: () => started.push(name), onError: () => ended.push(name) },
      );
    await until("both to watch", async () => started.length === 2);
    await ask(["member"]);
    await until("both to be ended", async () => ended.length === 2);
    expect(ended.sort()).toEqual(["login", "token"]);
    await ask([]);
  });

  it("works on by a token where they sign in with the org's own provider, trusted for it, and nowhere else", async () => {
    const [linked, other] = [await org.join("member"), await org.join("member")];
    const tokens = await Promise.all([linked, other].map((by) => watcherToken(by)));
    await services.db.account.create({
      data: {
        id: randomUUID(),
        accountId: "at-the-provider",
        providerId: `oidc:${org.id}`,
        userId: linked.userId,
      },
    });
    const provider = { id: randomUUID(), name: "Ours", issuer: "https://id.example", clientId: "gatehouse" };
    await services.db.identityProvider.create({
      data: { ...provider, orgId: org.id, changedAt: new Date() },
    });
    const calls = () =>
      Promise.all(tokens.map((token) => codeOf(bearer(token).api.session.list.query({ org: org.slug }))));
    await ask(["member"]);
    expect(await calls()).toEqual(["FORBIDDEN", "FORBIDDEN"]);
    await services.db.identityProvider.update({
      where: { orgId: org.id },
      data: { secondFactorTrusted: true },
    });
    expect(await calls()).toEqual(["OK", "FORBIDDEN"]);
    await ask([]);
  });
});
