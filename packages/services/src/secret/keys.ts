import { createHash } from "node:crypto";

/** The keys that seal an org's secrets, newest first: the first seals, each opens what names it. */
export type SecretKeys = {
  newest: SecretKey;
  find(id: string): SecretKey | null;
  /** all of them as they were read, for a host that joins */
  text: string;
};
export type SecretKey = { id: string; bytes: Buffer };

const keyBytes = 32;

/**
 * Reads SECRET_KEYS: keys of 32 bytes as base64url, separated by commas, the newest first. A key's id is the beginning of
 * its hash, so that nobody has to name keys. Throws with what is wrong and how to make a key.
 */
export function readSecretKeys(text: string): SecretKeys {
  const keys = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part, at) => {
      const bytes = Buffer.from(part, "base64url");
      if (bytes.length !== keyBytes)
        throw new Error(
          `key ${at + 1} of SECRET_KEYS is not 32 bytes as base64url (openssl rand -base64 32 | tr +/ -_)`,
        );
      return { id: createHash("sha256").update(bytes).digest("hex").slice(0, 16), bytes };
    });
  const [newest] = keys;
  if (newest === undefined) throw new Error("SECRET_KEYS holds no key");
  return { newest, text, find: (id) => keys.find((key) => key.id === id) ?? null };
}
