import type { Ask, AskStrength, Effect, Reason, Verdict } from "@gatehouse/core/policy/decision";
import type { ExecutionState, Outcome, ToolCallStatus } from "@gatehouse/core/tool-call/status";
import type { FilesChanged } from "@gatehouse/core/contracts/files";
import type { ToolCall } from "@gatehouse/core/tool-call/tool-call";

export type ActorView = { kind: "person" | "agent" | "system"; memberId: string; name: string };
export type RefusalView = { code: string; sentence: string; hint?: string };

export type DecisionView = {
  verdict: Verdict;
  strength?: AskStrength;
  effect: Effect;
  readOnly: boolean;
  reasons: Reason[];
  policyNumber: number;
};

export type ApprovalStatus = "pending" | "approved" | "rejected" | "expired" | "cancelled";

/** `nobody`: it can only expire, unless the org or its policy changes. */
export type WaitsFor = { sentence: string; nobody: boolean };

export type ApprovalView = {
  id: string;
  status: ApprovalStatus;
  strength: AskStrength;
  expiresAt: Date;
  asks: Ask[];
  /** names the question as it stands now; an answer gives it back, so that a stale card answers nothing */
  shown: string;
  requestedAt: Date;
  /** while it is pending: who it waits for, in words */
  waitsFor?: WaitsFor;
  /** the call that was asked for instead, with other arguments */
  replacedBy?: string;
  answeredBy?: string;
  answeredAt?: Date;
  answerReason?: string;
  mayAnswer: boolean;
};

export type ExecutionView = {
  id: string;
  state: ExecutionState;
  outcome?: Outcome;
  outcomeDetail?: string;
  refusal?: RefusalView;
  queuedAt: Date;
  startedAt?: Date;
  finishedAt?: Date;
  exitCode?: number;
  signal?: string;
  outputBytes: number;
  outputCapped: boolean;
  advice?: string;
  /** how many executions stand before this one in its host's queue */
  position?: number;
  cancelRequestedAt?: Date;
  hostName: string;
  filesChanged?: FilesChanged;
};

/** Tool and input belong together; a long written content is shown by its beginning and its length. */
export type ToolCallView = ToolCall & {
  id: string;
  sessionId: string;
  requestedAt: Date;
  actor: ActorView;
  /** set where a subagent asks: the call that it works for */
  subagentOf?: string;
  inputDigest: string;
  status: ToolCallStatus;
  program: string;
  decision: DecisionView;
  approval?: ApprovalView;
  execution?: ExecutionView;
  refusal?: RefusalView;
};
