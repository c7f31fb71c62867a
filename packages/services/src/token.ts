import { createHash, randomBytes } from "node:crypto";

/** A secret that travels in a link; only its hash is kept. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): string {
  return createHash("sha256").update(`gatehouse link 1\n${token}`).digest("hex");
}
