import { AppError } from "@gatehouse/core/errors";
import { asId, type MemberId } from "@gatehouse/core/ids";
import { originOf } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { PublicCtx } from "../context.ts";
import { newId } from "../new-id.ts";
import { insertUser } from "../login/insert-user.ts";
import { hit } from "../rate-limit/hit.ts";
import { hashToken } from "../token.ts";
import { withTransaction } from "../transaction.ts";
import { slugOf } from "./slug.ts";

export type SetupInput = { token: string; orgName: string; name: string; email: string; password: string };

export async function setupNeeded(ctx: PublicCtx): Promise<boolean> {
  return (await ctx.db.org.count()) === 0;
}

/** The first org and its admin, once: the link is used up in the same transaction. */
export async function completeSetup(ctx: PublicCtx, input: SetupInput): Promise<{ orgSlug: string }> {
  await hit(ctx.db, { key: `setup:${ctx.ip ?? "unknown"}`, max: 20, windowMs: 600_000 }, ctx.now);
  const passwordHash = await ctx.passwords.hash(input.password);
  const orgId = newId<string>();
  const memberId = newId<MemberId>();
  const slug = slugOf(input.orgName);
  await withTransaction(ctx.db, async (tx) => {
    const used = await tx.setupLink.updateMany({
      where: { tokenHash: hashToken(input.token), usedAt: null, expiresAt: { gt: ctx.now } },
      data: { usedAt: ctx.now },
    });
    if (used.count !== 1 || (await tx.org.count()) > 0) {
      throw new AppError(
        "not_found",
        "This set-up link was used or is too old. Start the product again for a new one.",
      );
    }
    await tx.org.createMany({ data: [{ id: orgId, slug, name: input.orgName }] });
    await tx.policy.createMany({
      data: [
        { id: newId<string>(), orgId, number: 1, document: {}, reason: "The defaults", publishedBy: null },
      ],
    });
    const userId = await insertUser(tx, { name: input.name, email: input.email, passwordHash });
    await tx.member.createMany({ data: [{ id: memberId, orgId, userId, role: "admin" }] });
    const person = { orgId, actor: { kind: "person" as const, memberId: asId<MemberId>(memberId) } };
    await appendAudit(tx, person, [
      { type: "org.created", payload: { slug, name: input.orgName, ...originOf(ctx) } },
      { type: "member.joined", payload: { memberId, role: "admin", email: input.email, by: "set-up link" } },
      { type: "policy.published", payload: { number: 1, reason: "The defaults", document: "{}" } },
    ]);
  });
  return { orgSlug: slug };
}
