import type { Outputs } from "../../trpc/client.ts";
import { type CallState, callState } from "../tool-call/call-state.ts";

export type AuditRow = Outputs["audit"]["list"]["items"][number];

/** The same state that the session shows, from the columns of an audit row. */
export function rowState(row: AuditRow): CallState {
  if (row.outcome === null) return callState({ status: row.status });
  return callState({
    status: row.status,
    execution: {
      id: row.executionId ?? "",
      state: "finished",
      outcome: row.outcome,
      ...(row.exitCode === null ? {} : { exitCode: row.exitCode }),
      ...(row.signal === null ? {} : { signal: row.signal }),
      queuedAt: row.requestedAt,
      outputBytes: row.outputBytes,
      outputCapped: row.outcome === "output_capped",
      hostName: row.hostName ?? "",
    },
  });
}
