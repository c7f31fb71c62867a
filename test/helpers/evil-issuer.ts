import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Token = {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** signs with a key that the issuer does not publish */
  foreignKey?: boolean;
};

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const rsa = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

/** An issuer that answers every code with the ID token that a test composes; PKCE is checked by nobody here. */
export async function startEvilIssuer(clientId: string) {
  const [own, foreign] = [rsa(), rsa()];
  let token: Token = {};
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const body = path.startsWith("/.well-known")
      ? {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        }
      : path.startsWith("/jwks")
        ? { keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] }
        : { access_token: "a", token_type: "bearer", id_token: idToken() };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: clientId, sub: "evil", iat: now, exp: now + 60, ...token.claims };
    const header = { alg: "RS256", kid: "1", ...token.header };
    const text = `${encode(header)}.${encode(claims)}`;
    const key: KeyObject = token.foreignKey === true ? foreign.privateKey : own.privateKey;
    const signature =
      header.alg === "none" ? "" : sign("sha256", Buffer.from(text), key).toString("base64url");
    return `${text}.${signature}`;
  }

  return {
    issuer,
    answerWith(next: Token) {
      token = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
