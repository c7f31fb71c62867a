import { describe, expect, it } from "vitest";
import { gateScript } from "@gatehouse/core/sandbox/gate-script";
import { gatePayload } from "../../../../apps/worker/src/process/gate.ts";

describe("what opens the gate", () => {
  it("counts bytes, not characters", () => {
    expect(gatePayload(["é", ""], {}).toString("utf8")).toBe("0 2 0\néGO");
  });

  it("carries the environment before argv", () => {
    expect(gatePayload(["x"], { A: "1\n2" }).toString("utf8")).toBe("1 5 1\nA=1\n2xGO");
  });

  it("leaves out names that would run code in the gate or change its start", () => {
    const names = [
      "BASH_ENV",
      "LD_PRELOAD",
      "IFS",
      "PATH",
      "HOME",
      "SHELLOPTS",
      "a b",
      "1A",
      "BASH_FUNC_x%%",
    ];
    const environment = Object.fromEntries(names.map((name) => [name, "x"]));
    expect(gatePayload(["true"], environment).toString("utf8")).toBe("0 4\ntrueGO");
  });

  it("is refused for an argument that no program can be given", () => {
    expect(() => gatePayload(["a\0b"], {})).toThrow("NUL");
  });
});

describe("the gate's script", () => {
  it("sets every limit and leaves out those that something else holds", () => {
    const limits = {
      processCount: 9,
      openFileCount: 8,
      fileBytes: 4096,
      lockedBytes: 2048,
      dataBytes: null,
      cpuSeconds: null,
    };
    const script = gateScript({ limits, fdCount: 2 });
    expect(script).toContain("ulimit -c 0 -r 0 -u 9 -n 8 -f 4 -l 2 ||");
    expect(gateScript({ limits: { ...limits, dataBytes: 10_240, cpuSeconds: 1.5 }, fdCount: 2 })).toContain(
      "-d 10 -t 2 ||",
    );
  });
});
