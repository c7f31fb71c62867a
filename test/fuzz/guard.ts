import { inspect, parseArgs } from "node:util";
import fc from "fast-check";
import { judge } from "../helpers/guard.ts";
import { openMarkerRun } from "../helpers/marker-run.ts";
import { hostileScript, mutated, seeded } from "../helpers/script-grammar.ts";

/**
 * Looks for a script that the guard allows and that runs a denied program in bash or dash. Stops at the first, made
 * as small as possible. `npm run fuzz -- [--cases N] [--minutes M] [--seed S]`.
 */
const { values } = parseArgs({
  options: { cases: { type: "string" }, minutes: { type: "string" }, seed: { type: "string" } },
});
const cases = Number(values.cases ?? 1_000_000);
const minutes = Number(values.minutes ?? 60);
const seed = Number(values.seed ?? 1);
const slowMs = 500;

const real = await openMarkerRun();
const counts = { scripts: 0, decisions: 0, allowed: 0, executed: 0, slow: 0 };
const startedAt = performance.now();

const property = fc.asyncProperty(fc.integer(), fc.boolean(), async (number, change) => {
  const random = seeded(number);
  const script = change ? mutated(random, hostileScript(random)) : hostileScript(random);
  counts.scripts += 1;
  for (const shell of ["bash", "dash"] as const) {
    const before = performance.now();
    const decision = judge([shell, "-c", script]);
    if (performance.now() - before > slowMs) counts.slow += 1;
    counts.decisions += 1;
    if (decision.verdict !== "allow") continue;
    counts.allowed += 1;
    counts.executed += 1;
    if (await real.ran(shell, script))
      throw new Error(`${shell} runs a denied program in an allowed script:\n${script}`);
  }
});

try {
  await fc.assert(property, {
    numRuns: cases,
    seed,
    interruptAfterTimeLimit: minutes * 60_000,
    markInterruptAsFailure: false,
  });
  process.stdout.write(
    `${JSON.stringify({ ...counts, escapes: 0, seed, minutes: Math.round((performance.now() - startedAt) / 60_000) })}\n`,
  );
} catch (cause) {
  process.stderr.write(`${inspect(cause)}\n${JSON.stringify(counts)}\n`);
  process.exitCode = 1;
} finally {
  await real.close();
}
