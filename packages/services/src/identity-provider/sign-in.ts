import { AppError } from "@gatehouse/core/errors";
import type { SignInProblem } from "@gatehouse/core/sign-in/problem";
import { notFound, originOf } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { PublicCtx } from "../context.ts";
import type { NewLogin } from "../login/create.ts";
import { beginLogin } from "../login/start.ts";
import { newId } from "../new-id.ts";
import { hit } from "../rate-limit/hit.ts";
import { readSecret } from "../secret/store.ts";
import { hashToken, newToken } from "../token.ts";
import { takeSecondFactor } from "../totp/take.ts";
import { withTransaction } from "../transaction.ts";
import { authorizationUrl, claimsOf, discover, type ProviderClient } from "./protocol.ts";
import { providerSecretName } from "./settings.ts";
import { personVouchedFor } from "./vouched.ts";

const windowMs = 15 * 60_000;
const validMs = 10 * 60_000;

type SignedIn = { login: NewLogin; email: string; next: string };
export type Finished = SignedIn | { need: "code" } | { problem: SignInProblem };

/** What the sign-in page offers: the words an admin chose, and nothing else of an org. */
export async function listProviders(ctx: PublicCtx): Promise<{ id: string; name: string }[]> {
  return ctx.db.identityProvider.findMany({ select: { id: true, name: true }, orderBy: { name: "asc" } });
}

/** Where to send the browser, and what only this browser is to keep until it comes back. */
export async function beginProviderSignIn(
  ctx: PublicCtx,
  input: { providerId: string; redirectUri: string; next: string },
): Promise<{ url: string; browserToken: string }> {
  await countTry(ctx);
  const provider = await ctx.db.identityProvider.findUnique({ where: { id: input.providerId } });
  if (provider === null) throw notFound("identity provider");
  const config = await discover(await clientOf(ctx, provider));
  const { url, state, nonce, verifier } = await authorizationUrl(config, input);
  const browser = newToken();
  await keep(ctx, {
    orgId: provider.orgId,
    browserHash: browser.hash,
    stateHash: hashToken(state),
    nonce,
    verifier,
    next: input.next,
  });
  return { url, browserToken: browser.token };
}

/**
 * The provider's answer: once, in the browser that began, within ten minutes. `callback` is our own address with what the
 * provider added to it.
 */
export async function finishProviderSignIn(
  ctx: PublicCtx,
  input: { callback: URL; browserToken: string | null },
): Promise<Finished> {
  await countTry(ctx);
  const state = input.callback.searchParams.get("state");
  if (input.browserToken === null || state === null) return { problem: "expired" };
  const browserHash = hashToken(input.browserToken);
  const under = await take(ctx, { browserHash, stateHash: hashToken(state) });
  if (under === null) return { problem: "expired" };
  const provider = await ctx.db.identityProvider.findUnique({ where: { orgId: under.orgId } });
  if (provider === null) return { problem: "expired" };
  const { nonce, verifier, next, orgId } = under;
  const fail = (problem: SignInProblem, email: string | null) => refuse(ctx, { orgId, problem, email });
  const config = await discover(await clientOf(ctx, provider)).catch((error: unknown) => {
    ctx.log.warn({ error: String(error) }, "an identity provider does not answer");
    return null;
  });
  if (config === null) return fail("unavailable", null);
  const checks = { state, nonce, verifier };
  const claims = await claimsOf(config, { callback: input.callback, checks, log: ctx.log });
  if (typeof claims === "string") return fail(claims, null);
  const person = await personVouchedFor(ctx, provider, claims);
  if ("problem" in person) return fail(person.problem, claims.email);
  const { userId, email } = person;
  if (!provider.secondFactorTrusted) {
    const second = await takeSecondFactor(ctx, { userId, code: undefined });
    if (second === "passkey") return fail("passkey", email);
    if (second === "code") {
      await keep(ctx, { orgId, browserHash, stateHash: null, nonce: "", verifier: "", next, userId });
      return { need: "code" };
    }
  }
  return { login: await beginLogin(ctx, { userId, method: "oidc", orgId }), email, next };
}

/** The code of the authenticator app, for a sign-in that the provider has vouched for in this browser. */
export async function finishProviderCode(
  ctx: PublicCtx,
  input: { browserToken: string | null; code: string },
): Promise<SignedIn> {
  const where = {
    browserHash: input.browserToken === null ? "" : hashToken(input.browserToken),
    stateHash: null,
    userId: { not: null },
    expiresAt: { gt: ctx.now },
  };
  const under = await ctx.db.oidcSignIn.findFirst({ where });
  const userId = under?.userId ?? null;
  if (under === null || userId === null)
    throw new AppError("unauthenticated", "That took too long. Sign in again.");
  if (input.code.trim() === "") throw new AppError("invalid_input", "code: enter the code.");
  await takeSecondFactor(ctx, { userId, code: input.code });
  const taken = await ctx.db.oidcSignIn.deleteMany({ where: { id: under.id } });
  if (taken.count === 0) throw new AppError("unauthenticated", "That took too long. Sign in again.");
  const { email } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const login = await beginLogin(ctx, { userId, method: "oidc", orgId: under.orgId });
  return { login, email, next: under.next };
}

async function clientOf(
  ctx: PublicCtx,
  provider: { orgId: string; issuer: string; clientId: string },
): Promise<ProviderClient> {
  const place = { orgId: provider.orgId, name: providerSecretName };
  const secret = await readSecret({ db: ctx.db, keys: ctx.secretKeys }, place);
  if (secret === null) throw notFound("identity provider");
  return { issuer: provider.issuer, clientId: provider.clientId, secret };
}

async function countTry(ctx: PublicCtx): Promise<void> {
  await hit(ctx.db, { key: `login:oidc:${ctx.ip ?? "unknown"}`, max: 120, windowMs }, ctx.now);
}

type Under = {
  orgId: string;
  browserHash: string;
  stateHash: string | null;
  nonce: string;
  verifier: string;
  next: string;
  userId?: string;
};

async function keep(ctx: PublicCtx, under: Under): Promise<void> {
  const expiresAt = new Date(ctx.now.getTime() + validMs);
  await ctx.db.oidcSignIn.createMany({ data: [{ id: newId<string>(), ...under, expiresAt }] });
}

/** SAFETY: gone with the look, so that a state counts once and in its own browser (identity-provider.test.ts). */
async function take(
  ctx: PublicCtx,
  of: { browserHash: string; stateHash: string },
): Promise<{ orgId: string; nonce: string; verifier: string; next: string } | null> {
  const rows = await ctx.db.$queryRaw<{ orgId: string; nonce: string; verifier: string; next: string }[]>`
    DELETE FROM oidc_sign_in WHERE state_hash = ${of.stateHash} AND browser_hash = ${of.browserHash}
      AND expires_at > ${ctx.now} RETURNING org_id::text AS "orgId", nonce, verifier, next`;
  return rows[0] ?? null;
}

/** A sign-in that came to nothing, in the org's record: of the member where the e-mail is one's, else of nobody. */
async function refuse(
  ctx: PublicCtx,
  of: { orgId: string; problem: SignInProblem; email: string | null },
): Promise<{ problem: SignInProblem }> {
  const { orgId, problem, email } = of;
  const payload = { method: "oidc", problem, email, ...originOf(ctx) };
  const system = { orgId, actor: { kind: "system" as const, part: "maintenance" as const } };
  await withTransaction(ctx.db, (tx) => appendAudit(tx, system, [{ type: "login.failed", payload }]));
  return { problem };
}
