import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Role } from "@gatehouse/core/role";
import { makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { agentProcedures, agentsWithoutIds } from "../../helpers/agent-procedures.ts";
import { jobProcedures } from "../../helpers/job-procedures.ts";
import { notificationProcedures, notificationsWithoutIds } from "../../helpers/notification-procedures.ts";
import { approvalProcedures } from "../../helpers/approval-procedures.ts";
import { scriptProcedures, scriptsWithoutIds } from "../../helpers/script-tool.ts";
import { policyProcedures, policyWithoutIds } from "../../helpers/policy-procedures.ts";
import { orgProcedures, orgWithoutIds } from "../../helpers/org-procedures.ts";
import { type Ids, fillOrg } from "../../helpers/fill-org.ts";
import { idFields, inputsOf, leavesOf, notOfAnOrg } from "../../helpers/id-walk.ts";
import { codeOf, type Procedures, stateOf, tryIds } from "../../helpers/try-ids.ts";
import { ownAccount } from "../../helpers/own-account.ts";
import { type Api, bearer, browser, services } from "../../helpers/web.ts";

const { appRouter } = await import("../../../apps/web/src/server/routers/root.ts");

type Entry = { call: (api: Api, ids: Ids) => Promise<unknown>; roles: readonly Role[] };

const everyone: readonly Role[] = ["member", "approver", "admin", "auditor"];
const drivers: readonly Role[] = ["member", "approver", "admin"];
const admins: readonly Role[] = ["admin"];
const auditors: readonly Role[] = ["admin", "auditor"];
const input = { argv: ["echo", "x"] };

/** Every procedure of an org with who may call it; a new procedure without a line here fails the last test. */
const table: Record<string, Entry> = {
  "session.create": {
    roles: drivers,
    call: (api, { org }) => api.session.create.mutate({ org, mode: "auto" }),
  },
  "session.list": { roles: everyone, call: (api, { org }) => api.session.list.query({ org }) },
  "session.get": {
    roles: everyone,
    call: (api, { org, session }) => api.session.get.query({ org, id: session }),
  },
  "session.rename": {
    roles: drivers,
    call: (api, { org, session }) => api.session.rename.mutate({ org, id: session, title: "x" }),
  },
  "session.setMode": {
    roles: drivers,
    call: (api, { org, session }) => api.session.setMode.mutate({ org, id: session, mode: "safe" }),
  },
  ...agentProcedures,
  ...scriptProcedures,
  "session.archive": {
    roles: drivers,
    call: (api, { org, session }) => api.session.archive.mutate({ org, id: session, archived: false }),
  },
  "toolCall.preview": {
    roles: drivers,
    call: (api, { org, session }) => api.toolCall.preview.query({ org, sessionId: session, input }),
  },
  "toolCall.explain": {
    roles: drivers,
    call: (api, { org, session }) => api.toolCall.explain.query({ org, sessionId: session, input }),
  },
  "toolCall.explainRecorded": {
    roles: everyone,
    call: (api, { org, toolCall }) => api.toolCall.explainRecorded.query({ org, id: toolCall }),
  },
  "toolCall.request": {
    roles: drivers,
    call: (api, { org, session }) =>
      api.toolCall.request.mutate({ org, sessionId: session, requestKey: randomUUID(), input }),
  },
  "toolCall.use": {
    roles: drivers,
    call: (api, { org, session }) =>
      api.toolCall.use.mutate({
        org,
        sessionId: session,
        requestKey: randomUUID(),
        call: { tool: "fetch_page", input: { url: "https://example.com/" } },
      }),
  },
  "toolCall.result": {
    roles: everyone,
    call: (api, { org, toolCall }) => api.toolCall.result.query({ org, toolCallId: toolCall }),
  },
  "toolCall.list": {
    roles: everyone,
    call: (api, { org, session }) => api.toolCall.list.query({ org, sessionId: session }),
  },
  "toolCall.open": { roles: everyone, call: (api, { org }) => api.toolCall.open.query({ org }) },
  "toolCall.get": {
    roles: everyone,
    call: (api, { org, toolCall }) => api.toolCall.get.query({ org, id: toolCall }),
  },
  "toolCall.cancel": {
    roles: drivers,
    call: (api, { org, toolCall }) => api.toolCall.cancel.mutate({ org, id: toolCall }),
  },
  "toolCall.watch": {
    roles: everyone,
    call: (api, { org, session }) => first(api, "toolCall", { org, id: session }),
  },
  "turn.watch": {
    roles: everyone,
    call: (api, { org, session }) => first(api, "turn", { org, id: session }),
  },
  "output.read": {
    roles: everyone,
    call: (api, { org, execution }) =>
      api.output.read.query({ org, executionId: execution, from: 0, limit: 10 }),
  },
  "output.watch": {
    roles: everyone,
    call: (api, { org, execution }) => first(api, "output", { org, id: execution }),
  },
  ...jobProcedures,
  "file.request": {
    roles: drivers,
    call: (api, { org, session }) =>
      api.file.request.mutate({
        org,
        sessionId: session,
        requestKey: randomUUID(),
        call: { tool: "find_files", input: { mode: "list", queries: [{ dir: ".", pattern: "*" }] } },
      }),
  },
  "file.undo": {
    roles: drivers,
    call: (api, { org, session, execution }) =>
      api.file.undo.mutate({ org, sessionId: session, requestKey: randomUUID(), executionIds: [execution] }),
  },
  "file.result": {
    roles: everyone,
    call: (api, { org, toolCall }) => api.file.result.query({ org, toolCallId: toolCall }),
  },
  "file.changes": {
    roles: everyone,
    call: (api, { org, execution }) => api.file.changes.query({ org, executionId: execution }),
  },
  "file.marks": {
    roles: everyone,
    call: (api, { org, session }) => api.file.marks.query({ org, sessionId: session }),
  },
  "trash.list": {
    roles: everyone,
    call: (api, { org, session }) => api.trash.list.query({ org, sessionId: session }),
  },
  "trash.empty": {
    roles: drivers,
    call: (api, { org, session }) => api.trash.empty.mutate({ org, sessionId: session, itemIds: "all" }),
  },
  ...approvalProcedures,
  ...notificationProcedures,
  ...policyProcedures,
  "host.list": { roles: everyone, call: (api, { org }) => api.host.list.query({ org }) },
  "host.queue": { roles: everyone, call: (api, { org }) => api.host.queue.query({ org }) },
  "host.setIntent": {
    roles: admins,
    call: (api, { org, host }) => api.host.setIntent.mutate({ org, id: host, intent: "ok" }),
  },
  "host.setLabels": {
    roles: admins,
    call: (api, { org, host }) => api.host.setLabels.mutate({ org, id: host, labels: ["gpu"] }),
  },
  "host.losses": {
    roles: admins,
    call: (api, { org, host }) => api.host.losses.query({ org, id: host }),
  },
  "host.remove": {
    roles: admins,
    call: (api, { org, host }) => api.host.remove.mutate({ org, id: host, lose: false }),
  },
  "host.joinTokens": { roles: admins, call: (api, { org }) => api.host.joinTokens.query({ org }) },
  "host.createJoinToken": {
    roles: admins,
    call: (api, { org }) => api.host.createJoinToken.mutate({ org }),
  },
  "host.revokeJoinToken": {
    roles: admins,
    call: (api, { org, joinToken }) => api.host.revokeJoinToken.mutate({ org, id: joinToken }),
  },
  "toolCall.waiting": {
    roles: everyone,
    call: (api, { org, toolCall }) => api.toolCall.waiting.query({ org, id: toolCall }),
  },
  "member.list": { roles: everyone, call: (api, { org }) => api.member.list.query({ org }) },
  "member.changeRole": {
    roles: admins,
    call: (api, { org, member }) => api.member.changeRole.mutate({ org, memberId: member, role: "member" }),
  },
  "member.resetPasskeyOptions": {
    roles: admins,
    call: (api, { org, member }) => api.member.resetPasskeyOptions.mutate({ org, memberId: member }),
  },
  "member.resetSecondFactor": {
    roles: admins,
    call: (api, { org, member }) => api.member.resetSecondFactor.mutate({ org, memberId: member }),
  },
  ...orgProcedures,
  "member.lock": {
    roles: admins,
    call: (api, { org, member }) => api.member.lock.mutate({ org, memberId: member }),
  },
  "member.unlock": {
    roles: admins,
    call: (api, { org, member }) => api.member.unlock.mutate({ org, memberId: member }),
  },
  "invitation.create": {
    roles: admins,
    call: (api, { org }) => api.invitation.create.mutate({ org, email: "new@example.test", role: "member" }),
  },
  "invitation.list": { roles: admins, call: (api, { org }) => api.invitation.list.query({ org }) },
  "invitation.revoke": {
    roles: admins,
    call: (api, { org, invitation }) => api.invitation.revoke.mutate({ org, id: invitation }),
  },
  "question.answer": {
    roles: drivers,
    call: (api, { org, toolCall }) =>
      api.question.answer.mutate({ org, toolCallId: toolCall, answers: [{ text: "x" }] }),
  },
  "token.create": {
    roles: everyone,
    call: (api, { org }) => api.token.create.mutate({ org, name: "t", scopes: ["session.read"], days: 1 }),
  },
  "token.list": { roles: everyone, call: (api, { org }) => api.token.list.query({ org }) },
  "token.revoke": {
    roles: everyone,
    call: (api, { org, token }) => api.token.revoke.mutate({ org, id: token }),
  },
  "audit.list": { roles: auditors, call: (api, { org }) => api.audit.list.query({ org }) },
  "audit.get": {
    roles: auditors,
    call: (api, { org, toolCall }) => api.audit.get.query({ org, toolCallId: toolCall }),
  },
  "audit.verify": { roles: auditors, call: (api, { org }) => api.audit.verify.query({ org }) },
};
const open = [
  "me.get",
  "setup.state",
  "setup.complete",
  "login.start",
  "login.passkeyOptions",
  "login.passkey",
  "login.providers",
  "login.beginProvider",
  "login.finishProvider",
  "login.end",
  "invitation.get",
  "invitation.accept",
];

/** A stream tells its error inside: what came first, or nothing bad for a while. */
function first(
  api: Api,
  stream: "toolCall" | "output" | "turn",
  of: { org: string; id: string },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const options = { onData: () => resolve("data"), onError: reject };
    const subscription =
      stream === "toolCall"
        ? api.toolCall.watch.subscribe({ org: of.org, sessionId: of.id }, options)
        : stream === "turn"
          ? api.turn.watch.subscribe({ org: of.org, sessionId: of.id }, options)
          : api.output.watch.subscribe({ org: of.org, executionId: of.id, from: 0 }, options);
    setTimeout(() => {
      subscription.unsubscribe();
      resolve("open");
    }, 1_000);
  });
}

let org: TestOrg;
let foreign: TestOrg;
let ids: Ids;
const people = new Map<Role, TestMember>();

beforeAll(async () => {
  [org, foreign] = await Promise.all([makeOrg(), makeOrg()]);
  people.set("admin", org.admin);
  for (const role of ["member", "approver", "auditor"] as const) people.set(role, await org.join(role));
  ids = await fillOrg(org);
});

describe("an id that is not one's own, in any field of any input", () => {
  const procedures = appRouter._def.procedures as unknown as Procedures;
  const tried = (others: Ids, roles: readonly Role[], keys?: readonly string[]): Promise<string[]> =>
    tryIds({ table, procedures, ids, others, people, roles, keys });

  it("of another org is not found for any role, and nothing changes there", {
    timeout: 180_000,
  }, async () => {
    const others = await fillOrg(foreign);
    const before = await stateOf(foreign.id);
    expect(await tried(others, everyone)).toEqual([]);
    expect(await stateOf(foreign.id)).toBe(before);
  });

  it("of a session that is private to somebody else is not found", { timeout: 180_000 }, async () => {
    const secret = await fillOrg(org, "private");
    const ofSession = ["session", "toolCall", "approval", "execution", "job", "grant", "turn", "trash"];
    expect(await tried(secret, ["member", "approver"], ofSession)).toEqual([]);
  });

  it("is among what is tried: no id field of any input is left out", () => {
    const known = new Set(Object.keys(notOfAnOrg));
    for (const { name, input } of inputsOf(table, ids))
      for (const { field } of leavesOf(input, ids, ids)) known.add(`${name} ${field}`);
    const untried = Object.entries(procedures)
      .filter(([name]) => table[name] !== undefined)
      .flatMap(([name, procedure]) => idFields(procedure._def.inputs).map((field) => `${name} ${field}`))
      .filter((field) => !known.has(field));
    expect(untried, "fields for test/helpers/id-walk.ts").toEqual([]);
  });
});

describe("every procedure of an org", () => {
  for (const [name, entry] of Object.entries(table)) {
    it(`${name} is not found from another org and needs a login`, async () => {
      expect(await codeOf(entry.call(foreign.admin.api, ids))).toBe("NOT_FOUND");
      const hidden = { ...ids, org: foreign.slug };
      const takesAnId = ![
        "session.create",
        "session.list",
        "toolCall.open",
        "approval.list",
        "approval.seen",
        "grant.list",
        ...policyWithoutIds,
        ...agentsWithoutIds,
        ...scriptsWithoutIds,
        ...orgWithoutIds,
        "host.list",
        // hosts belong to the installation, not to an org
        "host.queue",
        "host.setIntent",
        "host.setLabels",
        "host.losses",
        "host.remove",
        "host.joinTokens",
        "host.createJoinToken",
        "member.list",
        "invitation.create",
        "invitation.list",
        "token.create",
        "token.list",
        "audit.list",
        "audit.verify",
        "job.list",
        ...notificationsWithoutIds,
      ].includes(name);
      if (takesAnId) expect(await codeOf(entry.call(foreign.admin.api, hidden))).toBe("NOT_FOUND");
      expect(await codeOf(entry.call(browser().api, ids))).toBe("UNAUTHORIZED");
    });

    it(`${name} is forbidden to every role that may not, and that is on record`, async () => {
      for (const role of everyone.filter((one) => !entry.roles.includes(one))) {
        const person = people.get(role);
        if (person === undefined) throw new Error(role);
        expect([role, await codeOf(entry.call(person.api, ids))]).toEqual([role, "FORBIDDEN"]);
      }
      const denials = await services.db.auditEvent.count({ where: { orgId: org.id, type: "access.denied" } });
      if (entry.roles.length < everyone.length) expect(denials).toBeGreaterThan(0);
    });
  }

  for (const [name, call] of Object.entries(ownAccount)) {
    it(`${name} takes a login, and no token will do`, async () => {
      expect(await codeOf(call(browser().api))).toBe("UNAUTHORIZED");
      const admin = org.admin.api;
      const { token } = await admin.token.create.mutate({
        org: org.slug,
        name,
        scopes: ["session.read"],
        days: 1,
      });
      expect(await codeOf(call(bearer(token, org.admin.cookies).api))).toBe("UNAUTHORIZED");
    });
  }

  it("has a line in this table, or is open by intent", () => {
    const known = [...Object.keys(table), ...Object.keys(ownAccount), ...open].sort();
    expect(Object.keys(appRouter._def.procedures).sort()).toEqual(known);
  });
});
