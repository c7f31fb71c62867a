/** A call of this turn that is over, as the guard against loops looks at it. */
export type PastCall = {
  /** the same for the same tool with the same input */
  key: string;
  failed: boolean;
  /** it may have changed something: files, or what a person said in between */
  changed: boolean;
  /** it was not run, because it was noticed as a repetition */
  held: boolean;
};

export type RepeatVerdict = "run" | "hold" | "end";

const failuresThatRun = 2;
const holdsThatTell = 2;

/**
 * Notices a call that fails the same way again and again. Twice it runs; then it is held back, which tells the model so;
 * who goes on all the same ends the turn. Whatever may have changed something in between starts the count anew.
 */
export function repeatVerdict(past: readonly PastCall[], key: string): RepeatVerdict {
  let failed = 0;
  let held = 0;
  for (const call of past.toReversed()) {
    if (call.changed && !call.failed) break;
    if (call.key !== key || !call.failed) continue;
    if (call.held) held += 1;
    else failed += 1;
  }
  if (failed < failuresThatRun) return "run";
  return held < holdsThatTell ? "hold" : "end";
}
