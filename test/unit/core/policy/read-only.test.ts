import type { ReadOnlyEntry } from "@gatehouse/core/shell/tables";
import { describe, expect, test } from "vitest";
import dangerousData from "../../../corpus/read-only/dangerous.json";
import harmless from "../../../corpus/read-only/harmless.json";
import list from "../../../../jsons/read_only_command.json";
import { judge, policyOf } from "../../../helpers/guard.ts";

/**
 * Evidence for every entry of the read-only list, taken from the manuals and not from the list: what a call would have
 * to say to write, run, delete or read elsewhere, and that it then loses its place on the list.
 */
const entries = list as readonly ReadOnlyEntry[];
const dangerous: Readonly<Record<string, readonly (readonly string[])[]>> = dangerousData;

const policy = policyOf();
const readsOnly = (argv: readonly string[]): boolean => judge(argv, { mode: "safe", policy }).readOnly;

/** The plainest call of an entry: its own words, an option it permits, an operand if it may have one. */
function plainCall({ command, only, operands }: ReadOnlyEntry): string[] {
  const operand = operands === undefined || operands > 0 ? ["file.txt"] : [];
  return [...command.split(" "), ...(only ?? []).slice(0, 1), ...operand];
}

describe("the read-only list", () => {
  test("has evidence for every entry, and evidence for nothing else", () => {
    const commands = entries.map(({ command }) => command);
    const covered = [...Object.keys(dangerous), ...harmless];
    expect(new Set(commands).size).toBe(commands.length);
    expect(commands.length).toBeGreaterThanOrEqual(532);
    expect([...covered].sort()).toEqual([...commands].sort());
  });

  test("calls harmless only what has no rule", () => {
    const ruled = entries.filter(({ not, only }) => not !== undefined || only !== undefined);
    expect(ruled.map(({ command }) => command).filter((command) => harmless.includes(command))).toEqual([]);
  });

  test("gives every dangerous call to a program whose entry it is about", () => {
    const foreign = Object.entries(dangerous).filter(
      ([command, calls]) => calls.length === 0 || calls.some((argv) => argv[0] !== command.split(" ")[0]),
    );
    expect(foreign).toEqual([]);
  });

  test("matches no dangerous call", () => {
    const matched = Object.values(dangerous)
      .flat()
      .filter((argv) => readsOnly(argv));
    expect(matched.map((argv) => argv.join(" "))).toEqual([]);
  });

  test("matches the plain call of every entry, and safe mode asks nobody about it", () => {
    const asked = entries.map(plainCall).filter((argv) => {
      const { verdict, readOnly } = judge(argv, { mode: "safe", policy });
      return verdict !== "allow" || !readOnly;
    });
    expect(asked.map((argv) => argv.join(" "))).toEqual([]);
  });

  test("is lost with the network, outside the sandbox, and with a path that is not to be read", () => {
    for (const { command } of entries.filter(({ operands }) => operands === undefined)) {
      const argv = command.split(" ");
      expect(judge(argv, { mode: "safe", policy, network: true }).readOnly, command).toBe(false);
      expect(judge(argv, { mode: "safe", policy, sandbox: false }).readOnly, command).toBe(false);
      for (const path of ["/srv/data", "/home/agent/.ssh/id_rsa", "--some-file=/home/agent/.ssh/id_rsa"])
        expect(readsOnly([...argv, path]), `${command} ${path}`).toBe(false);
    }
  });
});
