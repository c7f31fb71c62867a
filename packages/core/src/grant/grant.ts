import type { GrantId } from "../ids.ts";
import type { Ask, AskStrength } from "../policy/decision.ts";

/**
 * Standing leave made by an approval. A path grant lasts for a session; a call grant answers the listed asks of one
 * exact call and nothing that a later decision finds besides. `expiresAtMs` null: until the session ends.
 */
export type PathGrant = {
  id: GrantId;
  kind: "path";
  /** real path, in the sandbox's view */
  path: string;
  access: "read" | "write";
  recursive: boolean;
  expiresAtMs: number | null;
};

export type CallGrant = {
  id: GrantId;
  kind: "call";
  /** digest of the call, over `digestInput` */
  digest: string;
  /** how the approver proved consent: a password answers a confirm, not the other way round */
  strength: AskStrength;
  asks: readonly Ask[];
  expiresAtMs: number | null;
};

export type Grant = PathGrant | CallGrant;
