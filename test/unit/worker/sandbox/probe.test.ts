import { describe, expect, it } from "vitest";
import { explainFailure, namespaceCheck } from "../../../../apps/worker/src/sandbox/probe.ts";

describe("a trial sandbox that did not start", () => {
  it("is AppArmor's doing where bubblewrap may not write its uid map", () => {
    const check = namespaceCheck({
      code: 1,
      stdout: "",
      stderr: "bwrap: setting up uid map: Permission denied\n",
    });
    expect(check.ok).toBe(false);
    expect(check.fix).toContain("bwrap-userns-restrict");
    expect(check.fix).not.toContain("sysctl");
  });

  it("is AppArmor's doing where the loopback interface cannot be brought up", () => {
    expect(explainFailure("bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted")).toContain(
      "AppArmor",
    );
  });

  it("is the kernel's where namespaces are refused", () => {
    const check = namespaceCheck({
      code: 1,
      stdout: "",
      stderr: "bwrap: No permissions to create new namespace, likely because the kernel does not allow it",
    });
    expect(check.fix).toContain("user namespaces");
  });

  it("keeps any other message as it is", () => {
    expect(explainFailure("bwrap: execvp: No such file")).toBe("bwrap: execvp: No such file");
  });
});
