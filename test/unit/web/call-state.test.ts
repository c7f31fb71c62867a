import { describe, expect, it } from "vitest";
import { outcomes, toolCallStatuses } from "@gatehouse/core/tool-call/status";
import { callState } from "../../../apps/web/src/features/tool-call/call-state.ts";
import { nothingPrinted, outcomeSentence } from "../../../apps/web/src/features/tool-call/outcome-text.ts";
import type { ExecutionView } from "../../../apps/web/src/features/tool-call/tool-call-view.ts";

const execution = (more: Partial<ExecutionView>): ExecutionView => ({
  id: "e",
  state: "finished",
  queuedAt: new Date(0),
  outputBytes: 0,
  outputCapped: false,
  hostName: "h",
  ...more,
});

describe("callState", () => {
  it("has a face with words for every status without an execution", () => {
    for (const status of toolCallStatuses) expect(callState({ status }).label).not.toBe("");
  });

  it("has a final face for every outcome", () => {
    for (const outcome of outcomes) {
      const state = callState({ status: "finished", execution: execution({ outcome }) });
      expect(state.final, outcome).toBe(true);
    }
  });

  it("tells exit codes apart without calling a non-zero one a fault of the product", () => {
    const exited = (exitCode: number) =>
      callState({ status: "finished", execution: execution({ outcome: "exited", exitCode }) });
    expect(exited(0)).toMatchObject({ label: "Exit 0", tone: "success" });
    expect(exited(3)).toMatchObject({ label: "Exit 3", tone: "warning" });
  });

  it("keeps waiting, queued, running and stopping apart", () => {
    const faces = [
      callState({ status: "awaiting_approval" }),
      callState({ status: "approved", execution: execution({ state: "queued" }) }),
      callState({ status: "executing", execution: execution({ state: "running" }) }),
      callState({
        status: "executing",
        execution: execution({ state: "running", cancelRequestedAt: new Date(0) }),
      }),
    ].map((state) => state.face);
    expect(faces).toEqual(["awaiting", "queued", "running", "stopping"]);
  });

  it("shows a call that was cancelled in the queue as cancelled", () => {
    expect(callState({ status: "cancelled", execution: execution({ state: "queued" }) }).label).toBe(
      "Cancelled",
    );
  });
});

describe("what is said of an end", () => {
  it("says exit code and no output in words", () => {
    expect(nothingPrinted(execution({ outcome: "exited", exitCode: 0 }))).toBe("Exit 0, no output.");
  });

  it("says of a lost execution what is known and what is not", () => {
    expect(outcomeSentence(execution({ outcome: "lost", outputBytes: 12 }))).toBe(
      "The host stopped answering. 12 bytes of output arrived; what else the command did is not known.",
    );
  });

  it("prefers what the host said", () => {
    expect(outcomeSentence(execution({ outcome: "timed_out", outcomeDetail: "after 30 min" }))).toBe(
      "after 30 min",
    );
  });
});
