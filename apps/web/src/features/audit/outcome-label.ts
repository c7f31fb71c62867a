import type { Outcome } from "@gatehouse/core/tool-call/status";

export const outcomeLabel: Record<Outcome, string> = {
  exited: "Exited",
  signalled: "Ended by a signal",
  timed_out: "Timed out",
  cancelled: "Cancelled",
  output_capped: "Output limit",
  refused: "Refused",
  sandbox_failed: "Sandbox failed",
  lost: "Lost",
};
