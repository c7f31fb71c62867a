import type { RefusalCode } from "../refusal.ts";
import type { Ask, AskStrength, Place, Reason } from "./decision.ts";

type Extra = { hint?: string | undefined; place?: Place | undefined };

export function deny(rule: string, code: RefusalCode, sentence: string, extra: Extra = {}): Reason {
  return { rule, verdict: "deny", code, sentence, ...given(extra) };
}

export type AskExtra = Extra & { strength: AskStrength; ask: Ask };

export function ask(rule: string, code: RefusalCode, sentence: string, extra: AskExtra): Reason {
  return { rule, verdict: "ask", strength: extra.strength, code, sentence, ask: extra.ask, ...given(extra) };
}

export function allow(rule: string, sentence: string): Reason {
  return { rule, verdict: "allow", code: "ok", sentence };
}

function given({ hint, place }: Extra): { hint?: string; place?: Place } {
  return { ...(hint === undefined ? {} : { hint }), ...(place === undefined ? {} : { place }) };
}
