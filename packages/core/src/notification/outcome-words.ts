import type { Outcome } from "../tool-call/status.ts";

const words: Record<Exclude<Outcome, "exited">, string> = {
  cancelled: "was stopped",
  timed_out: "ended at its time limit",
  output_capped: "ended at its output limit",
  signalled: "was ended by a signal",
  refused: "was refused on the host",
  sandbox_failed: "did not get a sandbox",
  lost: "is lost: its worker no longer answers",
};

/** How a command ended, to stand after its name. */
export function outcomeWords(outcome: string, exitCode: number | null): string {
  if (outcome === "exited")
    return exitCode === null || exitCode === 0 ? "ended well" : `ended with exit code ${exitCode}`;
  return Object.entries(words).find(([known]) => known === outcome)?.[1] ?? "ended";
}
