import { agentWorkspace } from "@gatehouse/core/path/facts";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@gatehouse/services/new-id";
import { digestOf, programOf } from "@gatehouse/services/tool-call/digest";
import type { ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { auditTypes, makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { services } from "../../helpers/web.ts";

let org: TestOrg;
let second: TestMember;

beforeAll(async () => {
  org = await makeOrg();
  second = await org.join("admin");
});

const problem = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "no error",
    (error: Error) => error.message,
  );

/** A session with calls as the ledger holds them, with the facts a host would have seen. */
async function past(of: TestOrg, calls: readonly { argv: string[]; facts?: object }[]): Promise<string[]> {
  const { db } = services;
  const orgId = of.id;
  const hostId = newId<string>();
  await db.host.create({ data: { id: hostId, name: `host-${hostId}`, version: "0", probe: {} } });
  const sessionId = newId<string>();
  await db.session.create({
    data: { id: sessionId, orgId, ownerMemberId: of.admin.memberId, hostId, title: "Past", mode: "auto" },
  });
  const rows = calls.map(({ argv, facts }) => {
    const call: ToolCall = { tool: "run_command", input: { argv } };
    return { id: newId<string>(), call, facts };
  });
  await db.toolCall.createMany({
    data: rows.map(({ id, call }) => ({
      id,
      orgId,
      sessionId,
      actorKind: "person",
      memberId: of.admin.memberId,
      requestKey: id,
      tool: call.tool,
      input: JSON.stringify(call.input),
      inputDigest: digestOf(call),
      program: programOf(call),
      status: "finished",
    })),
  });
  await db.decision.createMany({
    data: rows.map(({ id, facts }) => ({
      id: newId<string>(),
      orgId,
      toolCallId: id,
      facts: "resolved",
      verdict: "allow",
      effect: "run",
      readOnly: false,
      reasons: "[]",
      policyNumber: 1,
      defaultsDigest: "d",
      pathFacts: facts === undefined ? null : JSON.stringify(facts),
    })),
  });
  return rows.map(({ id }) => id);
}

describe("the draft of a policy", () => {
  it("has nothing in force, tells the slower of two editors, and names the field of an error", async () => {
    const { api } = org.admin;
    const first = await api.policy.saveDraft.mutate({
      org: org.slug,
      document: { denied_command: ["nc"] },
      revision: 0,
      reasons: { denied_command: { nc: "listens" } },
    });
    expect(first.revision).toBe(1);
    expect((await api.policy.get.query({ org: org.slug })).deniedCommand).toEqual([]);
    const late = second.api.policy.saveDraft.mutate({ org: org.slug, document: {}, revision: 0 });
    expect(await problem(late)).toMatch(/Somebody else changed the draft/);
    const wrong = api.policy.saveDraft.mutate({
      org: org.slug,
      document: { denied_command: ["/usr/bin/nc"] } as never,
      revision: 1,
    });
    expect(await problem(wrong)).toMatch(/^denied_command\.0: a program is named without a path/);
    const both = await Promise.allSettled(
      [org.admin, second].map((one) =>
        one.api.policy.saveDraft.mutate({ org: org.slug, document: { denied_command: ["nc"] }, revision: 1 }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { draft } = await api.policy.administration.query({ org: org.slug });
    expect(draft).toMatchObject({ revision: 2, baseNumber: 1, startedBy: org.admin.name });
    expect(draft?.notes).toMatchObject([{ path: "denied_command", entry: "nc", reason: "listens" }]);
  });

  it("is told that it is behind a newer version, and keeps both sides' changes when it is brought up to it", async () => {
    const { api } = org.admin;
    await api.policy.addDenied.mutate({ org: org.slug, name: "wget", reason: "x", expectedNumber: 1 });
    const stale = api.policy.publishDraft.mutate({ org: org.slug, revision: 2, reason: "x" });
    expect(await problem(stale)).toMatch(/version 2 meanwhile/);
    await api.policy.rebaseDraft.mutate({ org: org.slug, revision: 2 });
    const { draft } = await api.policy.administration.query({ org: org.slug });
    expect(draft).toMatchObject({ baseNumber: 2, revision: 3 });
    expect(draft?.changes).toMatchObject([{ kind: "added", entry: "nc" }]);
    const published = await api.policy.publishDraft.mutate({ org: org.slug, revision: 3, reason: "listens" });
    expect(published).toEqual({ kind: "published", number: 3 });
    const { deniedCommand } = await api.policy.get.query({ org: org.slug });
    expect(deniedCommand.map(({ name, reason }) => [name, reason]).sort()).toEqual([
      ["nc", "listens"],
      ["wget", "x"],
    ]);
  });

  it("is not published over a failing test case, nor over a warning that nobody confirmed", async () => {
    const { api } = org.admin;
    const item = { name: "git works", argv: ["git", "status"], expect: { verdict: "allow" as const } };
    await api.policy.saveCase.mutate({ org: org.slug, item });
    expect(await problem(api.policy.saveCase.mutate({ org: org.slug, item }))).toMatch(/called git works/);
    const document = { denied_command: ["git"], step_up_role: [] };
    const { revision } = await api.policy.saveDraft.mutate({ org: org.slug, document, revision: 0 });
    const publish = (of: { revision: number; confirmed?: string[] }) =>
      api.policy.publishDraft.mutate({ org: org.slug, reason: "x", ...of });
    expect(await problem(publish({ revision }))).toMatch(
      /test case fails: git works \(expected allow, found refuse\)/,
    );
    const changed = { ...item, expect: { verdict: "refuse" as const, rule: "denied-command" } };
    await api.policy.saveCase.mutate({ org: org.slug, item: changed, replace: true });
    expect(await problem(publish({ revision }))).toMatch(/Confirm this first: No role may step up/);
    const { warnings } = await api.policy.review.query({ org: org.slug });
    const confirmed = warnings.map(({ code }) => code);
    expect(await publish({ revision, confirmed })).toEqual({ kind: "published", number: 4 });
    await api.policy.saveCase.mutate({ org: org.slug, item, replace: true });
  });

  it("brings an old version back as a new one, with its entries' notes, and says so on the record", async () => {
    const { api } = org.admin;
    const back = { org: org.slug, number: 3, expectedNumber: 4, reason: "too strict" };
    expect(await api.policy.rollBack.mutate(back)).toEqual({ kind: "published", number: 5 });
    expect(await api.policy.compare.query({ org: org.slug, from: 3, to: 5 })).toEqual([]);
    expect((await auditTypes(org.id)).filter((type) => type === "policy.rolled_back")).toHaveLength(1);
    const versions = await api.policy.versions.query({ org: org.slug });
    expect(versions[0]?.changes).toMatchObject(
      expect.arrayContaining([
        { kind: "removed", entry: "git", path: "denied_command", title: "Denied commands" },
      ]),
    );
    const member = await org.join("member");
    const shown = await member.api.policy.versions.query({ org: org.slug });
    expect(shown.every(({ changes, effect }) => changes === null && effect === null)).toBe(true);
  });
});

describe("an org that wants a second admin", () => {
  it("lets nobody accept their own proposal, not by the quick list either, and records who did", async () => {
    const own = await makeOrg({ second_admin: true });
    const other = await own.join("admin");
    const proposed = await own.admin.api.policy.addDenied.mutate({
      org: own.slug,
      name: "curl",
      reason: "no downloads",
      expectedNumber: 1,
    });
    if (proposed.kind !== "proposed") throw new Error("published without a second admin");
    expect((await own.admin.api.policy.get.query({ org: own.slug })).number).toBe(1);
    const accept = (by: TestMember) =>
      by.api.policy.acceptProposal.mutate({ org: own.slug, id: proposed.id });
    expect(await problem(accept(own.admin))).toMatch(/Another admin accepts/);
    const again = own.admin.api.policy.addDenied.mutate({
      org: own.slug,
      name: "nc",
      reason: "x",
      expectedNumber: 1,
    });
    expect(await problem(again)).toMatch(/Another proposal waits/);
    const off = await own.admin.api.policy.saveDraft.mutate({ org: own.slug, document: {}, revision: 0 });
    const around = own.admin.api.policy.publishDraft.mutate({ org: own.slug, reason: "x", ...off });
    expect(await problem(around)).toMatch(/Another proposal waits/);
    const answers = await Promise.allSettled([accept(other), accept(other)]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const view = await other.api.policy.get.query({ org: own.slug });
    expect(view).toMatchObject({ number: 2, publishedBy: own.admin.name });
    expect(await auditTypes(own.id)).toEqual(
      expect.arrayContaining([
        "policy.proposed",
        "access.denied",
        "policy.proposal_accepted",
        "policy.published",
      ]),
    );
  });
});

describe("import and export", () => {
  it("tells unknown keys and errors of syntax with line and column, and drops retired keys", async () => {
    const own = await makeOrg();
    const { api } = own.admin;
    const load = (text: string, revision = 0) => api.policy.import.mutate({ org: own.slug, text, revision });
    expect(await load('{\n  "denied_command": ["curl"],\n  "denied_comand": []\n}')).toMatchObject({
      ok: false,
      problems: [{ line: 3, column: 3, path: "denied_comand" }],
    });
    expect(await load('{\n  "denied_command": ["curl",]\n}')).toMatchObject({
      ok: false,
      problems: [{ line: 2 }],
    });
    expect(await load('{"denied_command": [\n  "a b"]}')).toMatchObject({
      ok: false,
      problems: [{ line: 2 }],
    });
    const legacy = {
      white_list: ["ls"],
      sensitive_map: {},
      denied_command: ["curl"],
      net_white_list: ["10.0.0.1"],
    };
    expect(await load(JSON.stringify(legacy))).toMatchObject({
      ok: true,
      retired: ["white_list", "sensitive_map"],
      changes: [
        { path: "denied_command", entry: "curl" },
        { path: "net_white_list", entry: "10.0.0.1" },
      ],
    });
    expect((await api.policy.get.query({ org: own.slug })).number).toBe(1);
  });

  it("reads its own export again, with the test cases", async () => {
    const [from, to] = await Promise.all([
      makeOrg({ denied_command: ["nc"], limits: { memory_mib: 512 } }),
      makeOrg(),
    ]);
    const item = { name: "no nc", argv: ["nc", "-l"], expect: { verdict: "refuse" as const } };
    await from.admin.api.policy.saveCase.mutate({ org: from.slug, item });
    const { text } = await from.admin.api.policy.export.mutate({ org: from.slug });
    const loaded = await to.admin.api.policy.import.mutate({ org: to.slug, text, revision: 0 });
    expect(loaded).toMatchObject({ ok: true, cases: 1 });
    const { draft } = await to.admin.api.policy.administration.query({ org: to.slug });
    expect(draft?.document).toEqual({ denied_command: ["nc"], limits: { memory_mib: 512 } });
    expect(await auditTypes(to.id)).toContain("policy.imported");
    expect(await auditTypes(from.id)).toContain("policy.exported");
  });
});

describe("the preview on past calls", () => {
  it("finds what a draft newly refuses and allows, on the facts of their time, and counts hits", async () => {
    const own = await makeOrg({ denied_command: ["nc"] });
    const { api } = own.admin;
    const [link, plain, listening] = await past(own, [
      {
        argv: ["cat", "notes"],
        facts: { links: { [`${agentWorkspace}/notes`]: "/srv/data/notes" }, existing: [] },
      },
      { argv: ["cat", "notes"] },
      { argv: ["sh", "-c", "nc -l"] },
    ]);
    await api.policy.saveDraft.mutate({
      org: own.slug,
      document: { denied_path: ["/srv/data"] },
      revision: 0,
    });
    const preview = await api.policy.preview.query({ org: own.slug });
    expect(preview).toMatchObject({ calls: 3, onFacts: 1, refused: 1, allowed: 1, asking: 0 });
    const flips = Object.fromEntries(preview.flips.map(({ id, kind }) => [id, kind]));
    expect(flips).toEqual({ [link ?? ""]: "refused", [listening ?? ""]: "allowed" });
    expect(preview.flips.map(({ id }) => id)).not.toContain(plain);
    const { hits } = await api.policy.hits.query({ org: own.slug });
    expect(hits).toContainEqual(
      expect.objectContaining({ path: "denied_path", entry: "/srv/data", count: 1 }),
    );
    const [later] = await past(own, [{ argv: ["nc", "-h"] }]);
    const again = await api.policy.preview.query({ org: own.slug });
    expect(again.flips.filter(({ kind }) => kind === "allowed").map(({ id }) => id)).toContain(later);
  });
});

describe("the playground", () => {
  it("judges a call under the draft alone, shows its paths and the sandbox it would get", async () => {
    const own = await makeOrg();
    const { api } = own.admin;
    await api.policy.saveDraft.mutate({ org: own.slug, document: { denied_command: ["jq"] }, revision: 0 });
    const call = { argv: ["bash", "-c", "jq . <~/.netrc"] };
    const draft = await api.policy.tryCall.query({ org: own.slug, call, against: "draft" });
    expect(draft).toMatchObject({ word: "refuse", sandbox: { kind: "none" } });
    const asked = await api.policy.tryCall.query({ org: own.slug, call, against: "published" });
    expect(asked).toMatchObject({ word: "confirm", answer: { member: true } });
    expect(asked.paths).toContainEqual(
      expect.objectContaining({ path: "/home/agent/.netrc", place: "home", marks: ["sensitive"] }),
    );
    if (asked.sandbox.kind !== "plan") throw new Error(asked.sandbox.sentence);
    expect(asked.sandbox.args.slice(0, 2)).toEqual(["--unshare-user", "--unshare-pid"]);
    expect(await services.db.toolCall.count({ where: { orgId: own.id } })).toBe(0);
  });
});
