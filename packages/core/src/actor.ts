import type { MemberId } from "./ids.ts";

/** Who acts. The outermost shell sets it from a login or a token; no input ever carries it. */
export type Actor =
  | { kind: "person"; memberId: MemberId }
  | { kind: "agent"; onBehalfOf: MemberId }
  | { kind: "system"; part: "worker" | "maintenance" | "setup" };
