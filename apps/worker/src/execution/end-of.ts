import type { SandboxProfile } from "@gatehouse/core/sandbox/profile";
import type { Finish } from "@gatehouse/services/execution/finish";
import type { ExitFacts } from "../process/execution-types.ts";
import { outcomeOf } from "../process/outcome.ts";
import { timeText } from "./time-text.ts";

export type End = Pick<
  Finish,
  "outcome" | "detail" | "exitCode" | "signal" | "outputCapped" | "usage" | "advice"
>;

/** Exit facts to what is recorded: one cause, and the sentence a person reads about it. */
export function endOf(
  facts: ExitFacts,
  of: {
    started: boolean;
    stopped: boolean;
    profile: Pick<SandboxProfile, "limits">;
    advise: () => string | null;
  },
): End {
  if (facts.cancelled !== null && of.stopped) return stoppedEnd(facts);
  // A start that was not committed because a person cancelled in between: nothing ran.
  const outcome = facts.refused && !of.started ? "cancelled" : outcomeOf(facts);
  const failed = outcome === "exited" && facts.exitCode !== 0;
  return {
    outcome,
    detail: detailOf(outcome, facts, of.profile),
    exitCode: facts.exitCode,
    signal: facts.signal,
    outputCapped: facts.outputCapped,
    usage: { cpuMs: facts.usage.cpuMs, maxRssBytes: facts.usage.maxRssBytes, exceeded: facts.exceeded },
    advice: failed ? of.advise() : null,
  };
}

/** The worker was told to stop and the command was still running when its time was over. */
function stoppedEnd(facts: ExitFacts): End {
  const { started } = facts;
  return {
    outcome: started ? "signalled" : "cancelled",
    detail: started
      ? "Ended because the worker of its host was stopped. What it had done until then stands."
      : "The worker of its host was stopped before the command was started; nothing ran.",
    exitCode: null,
    signal: started ? (facts.signal ?? "SIGTERM") : null,
    outputCapped: facts.outputCapped,
    usage: { cpuMs: facts.usage.cpuMs, maxRssBytes: facts.usage.maxRssBytes, exceeded: facts.exceeded },
    advice: null,
  };
}

function detailOf(
  outcome: End["outcome"],
  facts: ExitFacts,
  profile: Pick<SandboxProfile, "limits">,
): string | null {
  const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`;
  switch (outcome) {
    case "sandbox_failed":
      return facts.sandboxFailure;
    case "timed_out":
      return `Ended after its time of ${timeText(profile.limits.wallMs)}.`;
    case "cancelled":
      return facts.started
        ? "Cancelled by a person while it ran."
        : "Cancelled before it was started; nothing ran.";
    case "output_capped":
      return `Ended at its limit of ${mebibytes(profile.limits.outputBytes)} of output.`;
    case "signalled":
      if (facts.exceeded === "memory")
        return `Ended over its limit of ${mebibytes(profile.limits.memoryBytes)} of memory.`;
      if (facts.exceeded === "disk") return "Ended over its limit of disk space.";
      if (facts.exceeded === "cpu") return "Ended over its limit of CPU time.";
      return facts.signal === null ? null : `Ended by ${facts.signal}.`;
    case "exited":
    case "refused":
    case "lost":
      return null;
  }
}
