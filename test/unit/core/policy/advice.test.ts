import { adviceAfterFailure } from "@gatehouse/core/policy/advice";
import { describe, expect, test } from "vitest";
import { facts } from "../../../helpers/guard.ts";

const call = { argv: ["make", "install"] };
const advice = (output: string, input: Parameters<typeof adviceAfterFailure>[0] = call): string | null =>
  adviceAfterFailure(input, output, facts);

describe("advice after a failure", () => {
  test("is given for a permission marker and for nothing else", () => {
    expect(advice("error: no such file")).toBeNull();
    for (const marker of [
      "Permission denied",
      "operation not permitted",
      "Read-only file system",
      "EACCES",
      "not writable",
    ])
      expect(advice(marker)).not.toBeNull();
  });
  test("names write_paths for paths outside home, reduced to two components, at most five", () => {
    const text =
      advice("cp: cannot create '/opt/tool/bin/x': Permission denied\n/srv/data: not writable") ?? "";
    expect(text).toContain('write_paths: ["/opt/tool","/srv/data"]');
    expect(text).toContain("not an ownership problem");
    const many =
      advice(Array.from({ length: 9 }, (_, index) => `/opt/t${index}/a: Permission denied`).join("\n")) ?? "";
    expect(many.match(/\/opt\/t/g)).toHaveLength(5);
  });
  test("does not point at home, system programs or what is granted already", () => {
    const text =
      advice(
        "/home/agent/x: Permission denied\n/usr/bin/git: Permission denied\n/opt/a/b: Permission denied",
        { ...call, write_paths: ["/opt/a"] },
      ) ?? "";
    expect(text).not.toContain("write_paths: [");
  });
  test("leaves the sandbox last when no such path is named", () => {
    const text = advice("git@host: Permission denied (publickey).") ?? "";
    const order = ["network: true", "path in the workspace", "sandbox: false", "report what was blocked"].map(
      (words) => text.indexOf(words),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order.every((at) => at >= 0)).toBe(true);
  });
  test("is not given for a call that ran outside the sandbox", () => {
    expect(advice("Permission denied", { ...call, sandbox: false })).toBeNull();
    expect(advice("Permission denied", { argv: ["sudo", "ls"] })).toBeNull();
  });
});
