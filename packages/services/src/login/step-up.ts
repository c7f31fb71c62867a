import { AppError } from "@gatehouse/core/errors";
import { auditActor, originOf, requirePerson } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { newId } from "../new-id.ts";
import { takeChallenge } from "../passkey/challenge.ts";
import type { Assertion, Site } from "../passkey/site.ts";
import { verifyAssertion } from "../passkey/verify.ts";
import { forgive, hit } from "../rate-limit/hit.ts";
import { takeCode } from "../totp/take.ts";
import { withTransaction } from "../transaction.ts";

/** One of these; where several are given the first in this order counts. */
export type StepUpProof = {
  password?: string | undefined;
  /** six digits of the authenticator app; a recovery code is for signing in alone */
  code?: string | undefined;
  passkey?: { site: Site; challengeId: string; response: Assertion } | undefined;
};
/** What is proved for: the digest of the exact call, and what a passkey's challenge was given out for. */
export type StepUpSubject = { inputDigest: string; bound: string; toolCallId?: string };
type Method = "password" | "totp" | "passkey";

const attempts = 5;
const windowMs = 15 * 60_000;
const validMs = 5 * 60_000;
const wrong: Record<Method, string> = {
  password: "That is not your password.",
  totp: "That code is wrong or was used already. Wait for the next one.",
  passkey: "This passkey does not confirm this. Try again with a passkey of your own.",
};

export function stepUpRequired(): AppError {
  return new AppError(
    "step_up_required",
    "Prove again that it is you, for this alone: with your password, a code of your authenticator app, or a passkey.",
  );
}

/**
 * Proves again that it is the person, for exactly one thing: the proof is bound to its digest, is used once and is worth five
 * minutes. Wrong ones are counted over everything the member proves, whatever the method.
 */
export async function proveStepUp(ctx: Ctx, proof: StepUpProof, subject: StepUpSubject): Promise<string> {
  requirePerson(ctx);
  const method = methodOf(proof);
  if (method === null) throw stepUpRequired();
  const key = `step_up:${ctx.member.id}`;
  const attemptsLeft = await hit(ctx.db, { key, max: attempts, windowMs }, ctx.now);
  const about = subject.toolCallId === undefined ? {} : { toolCallId: subject.toolCallId };
  if (!(await isRight[method](ctx, proof, subject))) {
    const payload = { method, inputDigest: subject.inputDigest, attemptsLeft, ...originOf(ctx) };
    await withTransaction(ctx.db, (tx) =>
      appendAudit(tx, auditActor(ctx), [{ type: "step_up.failed", ...about, payload }]),
    );
    throw new AppError("unauthenticated", wrong[method], { details: { attemptsLeft, method } });
  }
  const id = newId<string>();
  const { inputDigest } = subject;
  const expiresAt = new Date(ctx.now.getTime() + validMs);
  await withTransaction(ctx.db, async (tx) => {
    const by = { orgId: ctx.org.id, memberId: ctx.member.id };
    await tx.stepUp.createMany({ data: [{ id, ...by, method, inputDigest, createdAt: ctx.now, expiresAt }] });
    const payload = { stepUpId: id, method, inputDigest, ...originOf(ctx) };
    await appendAudit(tx, auditActor(ctx), [{ type: "step_up.succeeded", ...about, payload }]);
  });
  await forgive(ctx.db, key);
  return id;
}

/** In the transaction of what it was proved for: once, by the same member, for the same digest. */
export async function takeStepUp(
  ctx: Ctx,
  tx: Tx,
  of: { stepUpId: string; inputDigest: string },
): Promise<void> {
  const { stepUpId: id, inputDigest } = of;
  const used = await tx.stepUp.updateMany({
    where: { id, memberId: ctx.member.id, inputDigest, usedAt: null, expiresAt: { gt: ctx.now } },
    data: { usedAt: ctx.now },
  });
  if (used.count !== 1) throw stepUpRequired();
}

function methodOf({ password, code, passkey }: StepUpProof): Method | null {
  if (password !== undefined && password !== "") return "password";
  if (code !== undefined && code !== "") return "totp";
  return passkey === undefined ? null : "passkey";
}

type Check = (ctx: Ctx, proof: StepUpProof, subject: StepUpSubject) => Promise<boolean>;

const isRight: Record<Method, Check> = {
  password: async (ctx, { password = "" }) => {
    const account = await ctx.db.account.findFirst({
      where: { userId: ctx.member.userId, providerId: "credential" },
      select: { password: true },
    });
    const hash = account?.password ?? null;
    return hash !== null && (await ctx.passwords.verify(hash, password));
  },
  totp: async (ctx, { code = "" }) => {
    const digits = code.replaceAll(/\s/g, "");
    if (!/^\d{6}$/.test(digits)) return false;
    return (await takeCode(ctx, { userId: ctx.member.userId, code: digits })) === "totp";
  },
  passkey: async (ctx, { passkey }, { bound }) => {
    if (passkey === undefined) return false;
    const { userId } = ctx.member;
    // SAFETY: a challenge given out for another call, another person or another purpose is none (step-up.test.ts)
    const of = { purpose: "step_up" as const, userId, bound, id: passkey.challengeId, now: ctx.now };
    const taken = await takeChallenge(ctx.db, of);
    if (taken === null) return false;
    const { challenge } = taken;
    const { site, response } = passkey;
    return (await verifyAssertion(ctx, site, { response, challenge, userId, now: ctx.now })) === userId;
  },
};
