import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { Services } from "../context.ts";
import type { Assertion, Site } from "./site.ts";

type Of = { response: Assertion; challenge: string; userId: string | null; now: Date };

/**
 * The user whose passkey signed the challenge, with the owner's presence proved to it; null for everything else. A key of
 * another user, a counter that went back (a copied key) and another site's signature are all null.
 */
export async function verifyAssertion(
  ctx: Pick<Services, "db" | "log">,
  site: Site,
  of: Of,
): Promise<string | null> {
  const key = await ctx.db.passkey.findUnique({ where: { credentialId: of.response.id } });
  if (key === null || (of.userId !== null && key.userId !== of.userId)) return null;
  const counter = await verify(site, of, key).catch((error: unknown) => {
    ctx.log.warn({ error: String(error) }, "a passkey's answer was refused");
    return null;
  });
  if (counter === null) return null;
  const used = await ctx.db.passkey.updateMany({
    where: { id: key.id, counter: key.counter },
    data: { counter: BigInt(counter), lastUsedAt: of.now },
  });
  return used.count === 1 ? key.userId : null;
}

async function verify(
  site: Site,
  of: Of,
  key: { credentialId: string; publicKey: Uint8Array<ArrayBuffer>; counter: bigint },
): Promise<number | null> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: of.response,
    expectedChallenge: of.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(key.publicKey),
      counter: Number(key.counter),
    },
  });
  return verified ? authenticationInfo.newCounter : null;
}
