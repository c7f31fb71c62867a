import { canonicalJson } from "../../canonical.ts";
import type { Grant } from "../../grant/grant.ts";
import type { Facts } from "../../path/facts.ts";
import type { ShellParser } from "../../shell/parse.ts";
import type { SessionMode, ToolCall } from "../../tool-call/tool-call.ts";
import { decide } from "../decide.ts";
import type { Decision } from "../decision.ts";
import type { Policy } from "../defaults.ts";
import type { ScriptFacts } from "../script-rules.ts";
import { type VerdictWord, verdictWord } from "../verdict-word.ts";

/** A call as it was made: mode, grants and facts are those of its time. */
export type PastCall = {
  id: string;
  memberId: string;
  sessionId: string;
  atMs: number;
  call: ToolCall;
  digest: string;
  mode: SessionMode;
  grants: readonly Grant[];
  facts: Facts;
  /** of a script tool's call: the version that it names, as if it were in force */
  script?: ScriptFacts | null;
  /** equal exactly for calls with equal facts, among the calls that are judged under one policy object */
  factsKey: string;
};

export type Flip = {
  id: string;
  kind: "refused" | "asking" | "allowed";
  from: VerdictWord;
  to: VerdictWord;
  /** the strictest finding of the policy that decides `to`, or of the one before where that is an allow */
  rule: string;
  sentence: string;
};

export type Replayed = { calls: number; flips: Flip[] };

type Verdict = { word: VerdictWord; rule: string; sentence: string };

/**
 * What another policy would have said to the same calls. What a person approved of a call counts for neither side: the
 * question is what would be asked.
 */
export function replay(
  calls: readonly PastCall[],
  of: { before: Policy; after: Policy; shell: ShellParser },
): Replayed {
  const judgeBefore = judge(of.before, of.shell);
  const judgeAfter = judge(of.after, of.shell);
  const flips = calls.flatMap((past): Flip[] => {
    const [before, after] = [judgeBefore(past), judgeAfter(past)];
    const kind = kindOf(before.word, after.word);
    if (kind === null) return [];
    const { rule, sentence } = kind === "allowed" ? before : after;
    return [{ id: past.id, kind, from: before.word, to: after.word, rule, sentence }];
  });
  return { calls: calls.length, flips };
}

const judged = new WeakMap<Policy, Map<string, Verdict>>();

/** The same call in the same circumstances is decided once, for as long as a caller keeps the policy object. */
function judge(policy: Policy, shell: ShellParser): (past: PastCall) => Verdict {
  const known = judged.get(policy) ?? new Map<string, Verdict>();
  judged.set(policy, known);
  return (past) => {
    const key = `${past.digest} ${past.mode} ${past.factsKey} ${past.grants.length === 0 ? "" : `${past.atMs} ${canonicalJson(past.grants)}`}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const decision = decide({
      call: past.call,
      mode: past.mode,
      policy,
      grants: past.grants,
      facts: past.facts,
      script: past.script ?? null,
      shell,
      nowMs: past.atMs,
    });
    const verdict = verdictOf(decision);
    known.set(key, verdict);
    return verdict;
  };
}

function verdictOf(decision: Decision): Verdict {
  const [first] = decision.reasons;
  return { word: verdictWord(decision), rule: first?.rule ?? "none", sentence: first?.sentence ?? "" };
}

const runs: readonly VerdictWord[] = ["allow", "trash"];

function kindOf(before: VerdictWord, after: VerdictWord): Flip["kind"] | null {
  if (before === after || (runs.includes(before) && runs.includes(after))) return null;
  if (after === "refuse") return "refused";
  return runs.includes(after) ? "allowed" : "asking";
}
