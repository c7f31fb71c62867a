import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judge } from "../helpers/guard.ts";
import { type MarkerRun, openMarkerRun } from "../helpers/marker-run.ts";
import { hostileScript, mutated, seeded } from "../helpers/script-grammar.ts";

/** bash and dash in the sandbox are the oracle: what the guard allows must not run the denied program. `npm run fuzz` goes on longer. */
let real: MarkerRun;
beforeAll(async () => {
  real = await openMarkerRun();
});
afterAll(() => real.close());

async function escapes(shell: "bash" | "dash", script: string): Promise<boolean> {
  return judge([shell, "-c", script]).verdict === "allow" && real.ran(shell, script);
}

describe.each(["bash", "dash"] as const)("what the guard allows for %s", (shell) => {
  test("runs no denied program, over generated scripts", async () => {
    const random = seeded(shell === "bash" ? 11 : 12);
    const found: string[] = [];
    for (let round = 0; round < 700; round += 1) {
      const script = hostileScript(random);
      if (await escapes(shell, script)) found.push(script);
    }
    expect(found).toEqual([]);
  }, 120_000);

  test("runs no denied program, over mutations of generated scripts", async () => {
    const random = seeded(shell === "bash" ? 21 : 22);
    const found: string[] = [];
    for (let round = 0; round < 500; round += 1) {
      const script = mutated(random, hostileScript(random));
      if (!script.includes("\0") && (await escapes(shell, script))) found.push(script);
    }
    expect(found).toEqual([]);
  }, 120_000);
});

test("the oracle itself sees the denied program run", async () => {
  for (const shell of ["bash", "dash"] as const) {
    expect(await real.ran(shell, "echo $(cu\\\nrl x)")).toBe(true);
    expect(await real.ran(shell, "echo curl")).toBe(false);
  }
});
