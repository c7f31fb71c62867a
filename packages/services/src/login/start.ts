import type { AuditEvent } from "@gatehouse/core/audit/event";
import { AppError } from "@gatehouse/core/errors";
import { asId, type MemberId } from "@gatehouse/core/ids";
import { originOf } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { PublicCtx } from "../context.ts";
import { forgive, hit, type Limit } from "../rate-limit/hit.ts";
import { sha256 } from "../tool-call/digest.ts";
import { withTransaction } from "../transaction.ts";
import { normalEmail } from "./insert-user.ts";

/** Answers whether the password was right; it has set the login's cookie if so. */
export type SignIn = (credentials: { email: string; password: string }) => Promise<boolean>;

const windowMs = 15 * 60_000;

/** One count for every place where the password of an account can be tried. */
export function accountLimit(email: string): Limit {
  return { key: `login:account:${sha256(normalEmail(email))}`, max: 10, windowMs };
}

/** Wrong password and unknown e-mail are told alike; attempts are counted by address and by account. */
export async function startLogin(
  ctx: PublicCtx,
  input: { email: string; password: string },
  signIn: SignIn,
): Promise<void> {
  const email = normalEmail(input.email);
  const limit = accountLimit(email);
  await hit(ctx.db, { key: `login:ip:${ctx.ip ?? "unknown"}`, max: 60, windowMs }, ctx.now);
  await hit(ctx.db, limit, ctx.now);
  if (await signIn({ email, password: input.password })) {
    await forgive(ctx.db, limit.key);
    await record(ctx, email, { type: "login.succeeded", payload: { method: "password", ...originOf(ctx) } });
    return;
  }
  await record(ctx, email, {
    type: "login.failed",
    payload: { method: "password", email, ...originOf(ctx) },
  });
  throw new AppError("unauthenticated", "E-mail or password is wrong.");
}

export async function endLogin(ctx: PublicCtx, login: { id: string; email: string }): Promise<void> {
  await ctx.db.login.deleteMany({ where: { id: login.id } });
  await record(ctx, login.email, { type: "login.ended", payload: originOf(ctx) });
}

/** To the chain of every org the person is in; an unknown e-mail to the only org there is, if there is only one. */
async function record(ctx: PublicCtx, email: string, event: AuditEvent): Promise<void> {
  const members = await ctx.db.member.findMany({
    where: { user: { email } },
    select: { id: true, orgId: true },
    orderBy: { orgId: "asc" },
  });
  if (members.length === 0) {
    const orgs = await ctx.db.org.findMany({ select: { id: true }, take: 2 });
    const only = orgs.length === 1 ? orgs[0] : undefined;
    ctx.log.warn({ type: event.type, ip: ctx.ip }, "sign-in with an e-mail that belongs to no member");
    if (only === undefined) return;
    const system = { orgId: only.id, actor: { kind: "system" as const, part: "maintenance" as const } };
    await withTransaction(ctx.db, (tx) => appendAudit(tx, system, [event]));
    return;
  }
  await withTransaction(ctx.db, async (tx) => {
    for (const member of members) {
      const by = {
        orgId: member.orgId,
        actor: { kind: "person" as const, memberId: asId<MemberId>(member.id) },
      };
      await appendAudit(tx, by, [event]);
    }
  });
}
