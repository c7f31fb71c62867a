import { emptyFacts } from "./empty-facts.ts";
import type { Running } from "./execution-types.ts";

/** An execution that ended before there was a sandbox: same shape, one cause. */
export function failedRun(cause: unknown): Running {
  const facts = emptyFacts([]);
  facts.sandboxFailure = cause instanceof Error ? cause.message : String(cause);
  return { cancel: () => undefined, done: Promise.resolve(facts) };
}
