/** Statuses of a tool call and of its execution, and the only table of legal transitions. */
export const toolCallStatuses = [
  "requested",
  "denied",
  "awaiting_approval",
  "approved",
  "executing",
  "finished",
  "cancelled",
  "expired",
] as const;
export type ToolCallStatus = (typeof toolCallStatuses)[number];

export const toolCallTransitions: Record<ToolCallStatus, readonly ToolCallStatus[]> = {
  requested: ["denied", "awaiting_approval", "approved"],
  awaiting_approval: ["approved", "denied", "cancelled", "expired"],
  approved: ["executing", "cancelled", "finished", "awaiting_approval"],
  executing: ["finished"],
  denied: [],
  finished: [],
  cancelled: [],
  expired: [],
};

export const executionStates = ["queued", "running", "finished"] as const;
export type ExecutionState = (typeof executionStates)[number];

export const outcomes = [
  "exited",
  "signalled",
  "timed_out",
  "cancelled",
  "output_capped",
  "refused",
  "sandbox_failed",
  "lost",
] as const;
export type Outcome = (typeof outcomes)[number];
