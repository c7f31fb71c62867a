import type { GrantId } from "../ids.ts";
import type { Ask, AskStrength } from "../policy/decision.ts";
import type { Shape } from "./shape.ts";

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

/** Answers the clicks that one exact call takes, whenever it is asked for again in the session. */
export type ExactGrant = { id: GrantId; kind: "exact"; digest: string; expiresAtMs: number | null };

/** Answers the click that a call takes in safe mode, where its shape lies within this one. */
export type ShapeGrant = { id: GrantId; kind: "shape"; shape: Shape; expiresAtMs: number | null };

export type Grant = PathGrant | CallGrant | ExactGrant | ShapeGrant;
