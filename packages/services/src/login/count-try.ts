import type { PublicCtx } from "../context.ts";
import { hit } from "../rate-limit/hit.ts";
import { sha256 } from "../tool-call/digest.ts";
import { normalEmail } from "./insert-user.ts";

const windowMs = 15 * 60_000;

/**
 * One count for every place where the password of an account can be tried: by account and address, and by account over all
 * addresses. A browser that has signed in to the account before has a count of its own, so nobody can keep a person out by
 * failing on their behalf from elsewhere. The answer names the counts that a right password forgives.
 */
export async function countTry(
  ctx: PublicCtx,
  input: { email: string; known: boolean },
): Promise<readonly string[]> {
  const account = `login:account:${sha256(normalEmail(input.email))}`;
  const own = `${account}:${input.known ? "known" : sha256(ctx.ip ?? "unknown")}`;
  await hit(ctx.db, { key: own, max: 10, windowMs }, ctx.now);
  if (!input.known) await hit(ctx.db, { key: account, max: 50, windowMs }, ctx.now);
  return [own, account];
}
