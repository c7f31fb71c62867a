import { AppError } from "@gatehouse/core/errors";
import { auditActor, originOf, requirePerson } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { forgive, hit } from "../rate-limit/hit.ts";
import { withTransaction } from "../transaction.ts";

const attempts = 5;
const windowMs = 15 * 60_000;
const validMs = 5 * 60_000;

/**
 * The password again, for exactly one call: the proof is bound to the digest of its input, is used once and is worth five
 * minutes. Wrong ones are counted over all calls of the member.
 */
export async function proveStepUp(
  ctx: Ctx,
  input: { password: string; inputDigest: string; toolCallId: string },
): Promise<string> {
  requirePerson(ctx);
  const key = `step_up:${ctx.member.id}`;
  const attemptsLeft = await hit(ctx.db, { key, max: attempts, windowMs }, ctx.now);
  const account = await ctx.db.account.findFirst({
    where: { userId: ctx.member.userId, providerId: "credential" },
    select: { password: true },
  });
  const hash = account?.password ?? null;
  const right = hash !== null && (await ctx.passwords.verify(hash, input.password));
  const about = { toolCallId: input.toolCallId };
  if (!right) {
    await withTransaction(ctx.db, (tx) =>
      appendAudit(tx, auditActor(ctx), [
        { type: "step_up.failed", ...about, payload: { method: "password", attemptsLeft, ...originOf(ctx) } },
      ]),
    );
    throw new AppError("unauthenticated", "That is not your password.", { details: { attemptsLeft } });
  }
  const id = newId<string>();
  await withTransaction(ctx.db, async (tx) => {
    await tx.stepUp.createMany({
      data: [
        {
          id,
          orgId: ctx.org.id,
          memberId: ctx.member.id,
          method: "password",
          inputDigest: input.inputDigest,
          createdAt: ctx.now,
          expiresAt: new Date(ctx.now.getTime() + validMs),
        },
      ],
    });
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "step_up.succeeded",
        ...about,
        payload: { stepUpId: id, method: "password", inputDigest: input.inputDigest, ...originOf(ctx) },
      },
    ]);
  });
  await forgive(ctx.db, key);
  return id;
}
