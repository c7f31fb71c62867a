import { AppError } from "@gatehouse/core/errors";
import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { notFound, originOf } from "../access.ts";
import { type FreshProof, requireFreshProof } from "../account/fresh-proof.ts";
import type { PersonCtx } from "../account/person-ctx.ts";
import { isUniqueViolation } from "../db.ts";
import { recordAudited } from "../login/record.ts";
import { newId } from "../new-id.ts";
import { withTransaction } from "../transaction.ts";
import { keepChallenge, takeChallenge } from "./challenge.ts";
import type { Registration, Site } from "./site.ts";

export async function passkeyOptions(ctx: PersonCtx, site: Site, proof: FreshProof) {
  await requireFreshProof(ctx, proof);
  const { id, email, name } = ctx.person.user;
  const own = await ctx.db.passkey.findMany({ where: { userId: id }, select: { credentialId: true } });
  const options = await generateRegistrationOptions({
    rpName: "Gatehouse",
    rpID: site.host,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(id),
    attestationType: "none",
    excludeCredentials: own.map((key) => ({ id: key.credentialId })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const { challenge } = options;
  const of = { purpose: "register" as const, userId: id, challenge, now: ctx.now };
  return { challengeId: await keepChallenge(ctx.db, of), options };
}

type NewPasskey = { challengeId: string; name: string; response: Registration };

export async function addPasskey(ctx: PersonCtx, site: Site, input: NewPasskey): Promise<void> {
  const userId = ctx.person.user.id;
  const of = { purpose: "register" as const, userId, id: input.challengeId, now: ctx.now };
  const taken = await takeChallenge(ctx.db, of);
  if (taken === null) throw new AppError("conflict", "That took too long. Add the passkey again.");
  const checked = await verifyRegistrationResponse({
    response: input.response,
    expectedChallenge: taken.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw new AppError("invalid_input", "The browser's answer is no passkey for this site.", { cause });
  });
  if (!checked.verified)
    throw new AppError("invalid_input", "The browser's answer is no passkey for this site.");
  const { credential } = checked.registrationInfo;
  const row = {
    id: newId<string>(),
    userId,
    name: input.name,
    credentialId: credential.id,
    publicKey: new Uint8Array(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: credential.transports ?? [],
    createdAt: ctx.now,
  };
  try {
    await withTransaction(ctx.db, async (tx) => {
      await tx.passkey.createMany({ data: [row] });
      const payload = { factor: "passkey", passkeyId: row.id, name: input.name, ...originOf(ctx) };
      await recordAudited(tx, { id: userId }, { type: "second_factor.added", payload });
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError("conflict", "This passkey is registered already.", { cause: error });
    throw error;
  }
}

export async function renamePasskey(ctx: PersonCtx, input: { id: string; name: string }): Promise<void> {
  const { count } = await ctx.db.passkey.updateMany({
    where: { id: input.id, userId: ctx.person.user.id },
    data: { name: input.name },
  });
  if (count === 0) throw notFound("passkey");
}

export async function removePasskey(ctx: PersonCtx, input: { id: string } & FreshProof): Promise<void> {
  const userId = ctx.person.user.id;
  const own = await ctx.db.passkey.count({ where: { id: input.id, userId } });
  if (own === 0) throw notFound("passkey");
  await requireFreshProof(ctx, input);
  await withTransaction(ctx.db, async (tx) => {
    const removed = await tx.passkey.deleteMany({ where: { id: input.id, userId } });
    if (removed.count === 0) throw notFound("passkey");
    const payload = { factor: "passkey", passkeyId: input.id, ...originOf(ctx) };
    await recordAudited(tx, { id: userId }, { type: "second_factor.removed", payload });
  });
}
