import { randomBytes } from "node:crypto";
import type { MemberId, OrgId } from "@gatehouse/core/ids";
import type { PolicyInput } from "@gatehouse/core/policy/policy";
import type { Role } from "@gatehouse/core/role";
import type { Ctx } from "@gatehouse/services/context";
import { newId } from "@gatehouse/services/new-id";
import { type Person, services, signedIn } from "./web.ts";

export const password = "correct horse battery";
let passwordHash: Promise<string> | null = null;

export type TestMember = Person & {
  memberId: MemberId;
  userId: string;
  name: string;
  email: string;
  role: Role;
  ctx(): Ctx;
};
export type TestOrg = {
  id: OrgId;
  slug: string;
  admin: TestMember;
  join(role: Role): Promise<TestMember>;
  publish(document: PolicyInput): Promise<number>;
};

/** An org of its own for a test, so that nothing another test does can be seen in it. */
export async function makeOrg(document: PolicyInput = {}): Promise<TestOrg> {
  const id = newId<OrgId>();
  const slug = `org-${randomBytes(5).toString("hex")}`;
  await services.db.org.create({ data: { id, slug, name: `Org ${slug}` } });
  const publish = async (next: PolicyInput): Promise<number> => {
    const number = (await services.db.policy.count({ where: { orgId: id } })) + 1;
    await services.db.policy.create({
      data: { id: newId<string>(), orgId: id, number, document: next, reason: "test" },
    });
    return number;
  };
  await publish(document);
  const join = (role: Role): Promise<TestMember> => makeMember({ id, slug }, role);
  return { id, slug, admin: await join("admin"), join, publish };
}

async function makeMember(org: { id: OrgId; slug: string }, role: Role): Promise<TestMember> {
  passwordHash ??= services.passwords.hash(password);
  const userId = newId<string>();
  const memberId = newId<MemberId>();
  const name = `${role} ${randomBytes(2).toString("hex")}`;
  const email = `${randomBytes(6).toString("hex")}@example.test`;
  await services.db.user.create({ data: { id: userId, name, email } });
  await services.db.account.create({
    data: {
      id: newId<string>(),
      accountId: userId,
      providerId: "credential",
      userId,
      password: await passwordHash,
    },
  });
  await services.db.member.create({ data: { id: memberId, orgId: org.id, userId, role } });
  const ctx = (): Ctx => ({
    ...services,
    org: { id: org.id, slug: org.slug, name: org.slug },
    actor: { kind: "person", memberId },
    member: { id: memberId, role, name, userId },
    now: new Date(),
    requestId: "test",
    ip: "127.0.0.1",
    userAgent: "test",
  });
  return { ...(await signedIn(userId)), memberId, userId, name, email, role, ctx };
}

/** The types of an org's audit events, in their order. */
/** What the record says, in this order, of a call that ran without asking. */
export const ranEvents = [
  "tool_call.requested",
  "tool_call.decided",
  "execution.queued",
  "execution.claimed",
  "tool_call.decided",
  "execution.started",
  "execution.finished",
];

export async function auditTypes(orgId: string, toolCallId?: string): Promise<string[]> {
  const rows = await services.db.auditEvent.findMany({
    where: { orgId, ...(toolCallId === undefined ? {} : { toolCallId }) },
    orderBy: { seq: "asc" },
    select: { type: true },
  });
  return rows.map((row) => row.type);
}
