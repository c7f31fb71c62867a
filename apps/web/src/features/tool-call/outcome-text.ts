import { formatCount } from "../../ui/format-bytes.ts";
import type { ExecutionView } from "./tool-call-view.ts";

/** What is said in place of output when there is none. */
export function nothingPrinted(execution: ExecutionView): string {
  if (execution.outcome === "exited") return `Exit ${execution.exitCode ?? 0}, no output.`;
  if (execution.outcome === "refused") return "Nothing ran.";
  return "No output.";
}

/** A sentence about an end that the badge alone does not explain. */
export function outcomeSentence(execution: ExecutionView): string | null {
  if (execution.outcomeDetail) return execution.outcomeDetail;
  switch (execution.outcome) {
    case "lost":
      return `The host stopped answering. ${formatCount(execution.outputBytes, "byte")} of output arrived; what else the command did is not known.`;
    case "timed_out":
      return "The command reached its time limit and was ended with everything it started.";
    case "output_capped":
      return "The command reached the output limit and was ended; what it printed up to there is kept.";
    case "sandbox_failed":
      return "The sandbox could not be built, so nothing ran.";
    default:
      return null;
  }
}
