import { describe, expect, it } from "vitest";
import { emptyFacts } from "../../../../apps/worker/src/process/empty-facts.ts";
import { exitStatus, signalNumber } from "../../../../apps/worker/src/process/exit-status.ts";
import { outcomeOf } from "../../../../apps/worker/src/process/outcome.ts";

describe("the one outcome of an execution", () => {
  it("is the first cause in order, whatever else is true", () => {
    const facts = { ...emptyFacts([]), exitCode: 0 };
    expect(outcomeOf(facts)).toBe("exited");
    facts.signal = "SIGKILL";
    expect(outcomeOf(facts)).toBe("signalled");
    facts.outputCapped = true;
    expect(outcomeOf(facts)).toBe("output_capped");
    facts.cancelled = "stopped by a person";
    expect(outcomeOf(facts)).toBe("cancelled");
    facts.timedOut = true;
    expect(outcomeOf(facts)).toBe("timed_out");
    facts.sandboxFailure = "no sandbox";
    expect(outcomeOf(facts)).toBe("sandbox_failed");
    facts.refused = true;
    expect(outcomeOf(facts)).toBe("refused");
  });

  it("is a signal where a limit ended the command", () => {
    expect(outcomeOf({ ...emptyFacts([]), exitCode: 1, exceeded: "memory" })).toBe("signalled");
  });
});

describe("bubblewrap's exit code", () => {
  it("is the command's own up to 128", () => {
    expect(exitStatus(7, null)).toEqual({ exitCode: 7, signal: null });
    expect(exitStatus(128, null)).toEqual({ exitCode: 128, signal: null });
  });

  it("names the signal above it, and is a code where no signal has the number", () => {
    expect(exitStatus(143, null)).toEqual({ exitCode: null, signal: "SIGTERM" });
    expect(exitStatus(255, null)).toEqual({ exitCode: 255, signal: null });
  });

  it("is a kill where bubblewrap itself was ended", () => {
    expect(exitStatus(null, "SIGKILL")).toEqual({ exitCode: null, signal: "SIGKILL" });
    expect(signalNumber("SIGTERM")).toBe(15);
  });
});
