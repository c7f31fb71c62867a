import { createHash, randomBytes } from "node:crypto";

const start = "gth_";
const shownLetters = 6;

/** A token as it is told once. Its beginning stays known, so that a person finds it again in a list. */
export function newApiToken(): { token: string; hash: string; prefix: string } {
  const token = `${start}${randomBytes(32).toString("base64url")}`;
  return { token, hash: hashApiToken(token), prefix: token.slice(0, start.length + shownLetters) };
}

export function hashApiToken(token: string): string {
  return createHash("sha256").update(`gatehouse api token 1\n${token}`).digest("hex");
}
