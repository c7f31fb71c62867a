import { canonicalJson } from "../canonical.ts";
import type { Facts } from "../path/facts.ts";
import { isWithin } from "../path/lexical.ts";
import type { Ask, AskStrength } from "../policy/decision.ts";
import type { ToolCall } from "../tool-call/tool-call.ts";
import type { Grant } from "./grant.ts";
import { shapeOf, withinShape } from "./shape.ts";

/** An ask as a decision holds it: what it would permit, how strongly it must be answered, and of which call. */
export type OpenAsk = {
  ask: Ask;
  strength: AskStrength;
  callDigest?: string;
  call?: ToolCall;
  facts?: Facts;
};

/** Does a grant answer an ask at this moment. A read grant is never a write grant; a write grant lets one read. */
export function covers(grant: Grant, open: OpenAsk, nowMs: number): boolean {
  if (grant.expiresAtMs !== null && grant.expiresAtMs <= nowMs) return false;
  if (grant.kind === "call") {
    if (open.callDigest === undefined || grant.digest !== open.callDigest) return false;
    if (open.strength === "password" && grant.strength !== "password") return false;
    const wanted = canonicalJson(open.ask);
    return grant.asks.some((ask) => canonicalJson(ask) === wanted);
  }
  const { ask } = open;
  if (grant.kind === "exact") {
    if (open.strength !== "confirm" || open.callDigest !== grant.digest) return false;
    return ask.kind === "call" || ask.kind === "network" || ask.kind === "trash";
  }
  if (grant.kind === "shape") {
    if (open.strength !== "confirm" || ask.kind !== "call") return false;
    const shape = open.call === undefined || open.facts === undefined ? null : shapeOf(open.call, open.facts);
    return shape !== null && withinShape(shape, grant.shape);
  }
  if (ask.kind !== "read_path" && ask.kind !== "write_path") return false;
  if (ask.kind === "write_path" && grant.access !== "write") return false;
  return grant.recursive ? isWithin(ask.path, grant.path) : ask.path === grant.path;
}
