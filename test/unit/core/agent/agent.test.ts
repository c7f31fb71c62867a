import { type ConversationItem, fitConversation } from "@gatehouse/core/agent/conversation";
import { demoStep } from "@gatehouse/core/agent/demo";
import { type PastCall, repeatVerdict } from "@gatehouse/core/agent/repeat-guard";
import { retryWait } from "@gatehouse/core/agent/retry";
import { workingTime } from "@gatehouse/core/agent/working-time";
import { parseToolCall } from "@gatehouse/core/tool-call/tool-call";
import { describe, expect, it } from "vitest";

const failed = (key: string, more: Partial<PastCall> = {}): PastCall => ({
  key,
  failed: true,
  changed: false,
  held: false,
  ...more,
});

describe("the guard against repeated failures", () => {
  it("lets a failing call run twice, holds it twice, then ends the turn", () => {
    const past = [failed("a"), failed("a")];
    expect(repeatVerdict(past.slice(0, 1), "a")).toBe("run");
    expect(repeatVerdict(past, "a")).toBe("hold");
    expect(repeatVerdict([...past, failed("a", { held: true })], "a")).toBe("hold");
    expect(repeatVerdict([...past, failed("a", { held: true }), failed("a", { held: true })], "a")).toBe(
      "end",
    );
  });

  it("counts anew after something changed, and not after a look", () => {
    const past = [failed("a"), failed("a")];
    expect(repeatVerdict([...past, { key: "b", failed: false, changed: true, held: false }], "a")).toBe(
      "run",
    );
    expect(repeatVerdict([...past, { key: "b", failed: false, changed: false, held: false }], "a")).toBe(
      "hold",
    );
    expect(repeatVerdict(past, "another")).toBe("run");
  });
});

describe("retries of a model call", () => {
  it("wait 1, 2 and 4 seconds, then stop, and never wait longer than 8", () => {
    expect([1, 2, 3, 4].map((failures) => retryWait(failures, null))).toEqual([1_000, 2_000, 4_000, null]);
    expect(retryWait(1, 5_000)).toBe(5_000);
    expect(retryWait(1, 60_000)).toBe(8_000);
  });
});

describe("working time", () => {
  it("leaves out what a person took, and counts parallel calls once", () => {
    const calls = [
      { requestedMs: 0, approval: null, endedMs: 100 },
      { requestedMs: 50, approval: null, endedMs: 150 },
      { requestedMs: 0, approval: { answeredMs: 10_000 }, endedMs: 10_050 },
      { requestedMs: 0, approval: { answeredMs: null }, endedMs: null },
    ];
    expect(workingTime(calls, 20_000)).toBe(200);
  });
});

describe("a long conversation", () => {
  it("fits, begins with a message, and keeps each result with its call", () => {
    const items = Array.from({ length: 60 }, (_, at): ConversationItem[] => [
      { kind: "user", text: `question ${at}` },
      { kind: "assistant", text: "", calls: [{ id: `c${at}`, tool: "run_command", input: "{}" }] },
      {
        kind: "results",
        results: [{ id: `c${at}`, tool: "run_command", text: "x".repeat(5_000), failed: false }],
      },
    ]).flat();
    const fitted = fitConversation(items, 30_000);
    expect(JSON.stringify(fitted).length).toBeLessThan(32_000);
    expect(fitted[0]?.kind).toBe("user");
    const called = new Set(
      fitted.flatMap((item) => (item.kind === "assistant" ? item.calls.map((call) => call.id) : [])),
    );
    for (const item of fitted)
      if (item.kind === "results") for (const result of item.results) expect(called).toContain(result.id);
    expect(fitted.at(-1)).toEqual(items.at(-1));
  });
});

describe("the demonstration", () => {
  it("asks only for calls that the tools take, and ends", () => {
    const turn: ConversationItem[] = [{ kind: "user", text: "go" }];
    for (let steps = 0; steps < 20; steps += 1) {
      const step = demoStep(turn);
      for (const call of step.calls) expect(() => parseToolCall(call.tool, call.input)).not.toThrow();
      if (step.calls.length === 0) {
        expect(steps).toBeGreaterThan(4);
        return;
      }
      turn.push({ kind: "assistant", text: step.text, calls: [] });
      turn.push({
        kind: "results",
        results: [{ id: "1", tool: "run_command", text: "Exit code 0.", failed: false }],
      });
    }
    throw new Error("the demonstration does not end");
  });
});
