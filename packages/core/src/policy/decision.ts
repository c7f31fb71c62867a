import type { RefusalCode } from "../refusal.ts";

export type Verdict = "allow" | "ask" | "deny";
/** confirm: a click by a person who may drive the session. password: step-up for exactly this call. */
export type AskStrength = "confirm" | "password";

/** Where in a script a reason stands; 1-based line and column, 0-based UTF-16 offsets [start, end). */
export type Place = { line: number; column: number; start: number; end: number; scriptArgIndex?: number };

/** One finding of one rule. `sentence` and `hint` are read by a model and a person; they never reveal a list. */
export type Reason = {
  rule: string;
  verdict: Verdict;
  strength?: AskStrength;
  code: RefusalCode | "ok";
  sentence: string;
  hint?: string;
  place?: Place;
  /** what an ask would permit, when a grant could answer it */
  ask?: Ask;
};

/** One thing a person must permit. A grant of the same kind and scope answers it. */
export type Ask =
  | { kind: "call" }
  | { kind: "network" }
  | { kind: "read_path"; path: string }
  | { kind: "write_path"; path: string }
  | { kind: "unsandboxed" }
  | { kind: "sudo"; binary: string }
  | { kind: "trash"; path: string };

/** How an allowed call is carried out. */
export type Effect =
  | "run"
  | "trash"
  | "sudo"
  | "unsandboxed"
  | "file"
  | "web"
  | "script"
  | "media"
  | "show"
  | "question"
  | "subagent";

export type Decision = {
  verdict: Verdict;
  /** the strongest of the asks; present exactly when verdict is ask */
  strength?: AskStrength;
  effect: Effect;
  /** true when the call matched the read-only list */
  readOnly: boolean;
  /** every finding of every rule, denies first, then asks, then allows */
  reasons: Reason[];
};
