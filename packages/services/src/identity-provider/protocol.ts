/** The one file that speaks OpenID Connect. What it gives was signed by the issuer, for us, for this sign-in. */
import { AppError } from "@gatehouse/core/errors";
import * as oidc from "openid-client";
import type { Log } from "../log.ts";

export type ProviderClient = { issuer: string; clientId: string; secret: string };
export type Checks = { state: string; nonce: string; verifier: string };
/** What the issuer says of a person. An e-mail that it has not verified is none. */
export type Claims = { subject: string; email: string | null; verified: boolean; name: string | null };

const timeoutSeconds = 10;

/** https, or http to this machine alone: nothing in between reads or changes what is said. */
export function isSafeIssuer(address: string): boolean {
  const url = new URL(address);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isLocal);
}

/** Reads the issuer's own description; it must name the same issuer. */
export async function discover(client: ProviderClient): Promise<oidc.Configuration> {
  const insecure = new URL(client.issuer).protocol === "http:" && isSafeIssuer(client.issuer);
  return oidc
    .discovery(new URL(client.issuer), client.clientId, client.secret, undefined, {
      timeout: timeoutSeconds,
      // Signatures are checked with the issuer's keys even where the connection alone would vouch for it.
      execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
    })
    .catch((cause: unknown) => {
      throw new AppError("unavailable", `${client.issuer} does not answer as an identity provider.`, {
        cause,
      });
    });
}

export async function authorizationUrl(
  config: oidc.Configuration,
  of: { redirectUri: string; login?: string },
): Promise<Checks & { url: string }> {
  const checks = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: of.redirectUri,
    scope: "openid email profile",
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: "S256",
  });
  return { ...checks, url: url.href };
}

/** Null where the answer is not the issuer's, not for us, not of this sign-in, or says no. */
export async function claimsOf(
  config: oidc.Configuration,
  of: { callback: URL; checks: Checks; log: Log },
): Promise<Claims | "declined" | "invalid"> {
  const { state, nonce, verifier } = of.checks;
  if (of.callback.searchParams.get("error") === "access_denied") return "declined";
  try {
    const tokens = await oidc.authorizationCodeGrant(config, of.callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) return "invalid";
    if (typeof claims["email"] === "string" || config.serverMetadata().userinfo_endpoint === undefined)
      return read(claims.sub, claims);
    return read(claims.sub, await oidc.fetchUserInfo(config, tokens.access_token, claims.sub));
  } catch (error) {
    of.log.warn({ error: String(error) }, "an identity provider's answer was refused");
    return "invalid";
  }
}

/** E-mail and its proof come from one place, so that neither vouches for another's. */
function read(subject: string, said: Readonly<Record<string, unknown>>): Claims {
  const { email, name } = said;
  return {
    subject,
    email: typeof email === "string" ? email : null,
    verified: said["email_verified"] === true,
    name: typeof name === "string" ? name : null,
  };
}
