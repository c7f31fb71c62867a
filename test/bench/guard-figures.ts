import { monitorEventLoopDelay } from "node:perf_hooks";
import { agentHome, agentWorkspace, type Facts } from "@gatehouse/core/path/facts";
import { decide } from "@gatehouse/core/policy/decide";
import { effectivePolicy, type Policy } from "@gatehouse/core/policy/defaults";
import { readPolicy } from "@gatehouse/core/policy/policy";
import type { ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { createEvaluate } from "@gatehouse/services/decision/create-evaluate";
import type { PolicyInForce } from "@gatehouse/services/policy/store";
import { loadShell } from "@gatehouse/services/shell";
import { parse as parseSecond } from "unbash";
import { type Figure, interleave, percentile } from "./figure.ts";

const facts: Facts = { kind: "lexical", home: agentHome, workspace: agentWorkspace, links: {}, existing: [] };

const block = [
  'name="$(basename "$PWD")"',
  "for file in src/*.ts; do",
  '  if grep -q "todo" "$file"; then echo "$name: $file" >> report.txt; fi',
  "done",
  'case "$name" in api|web) npm run build --workspace "$name" ;; *) echo "nothing to build" ;; esac',
];

/** A script of `lines` lines as people write them: loops, tests, substitutions, redirections. */
function script(lines: number): string {
  if (lines === 1) return "git log --oneline | head -20 | sort > log.txt && echo done";
  return Array.from({ length: lines }, (_, index) => block[index % block.length]).join("\n");
}

function policyWith(deniedCommands: number): Policy {
  const names = Array.from({ length: deniedCommands }, (_, index) => `denied-program-${index}`);
  const read = readPolicy({ denied_command: names });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return effectivePolicy(read.document);
}

/** Milliseconds a call, over enough calls that the clock's grain does not show. */
function timed(calls: number, work: () => unknown): () => number {
  return () => {
    const begun = performance.now();
    for (let index = 0; index < calls; index += 1) work();
    return (performance.now() - begun) / calls;
  };
}

export async function guardFigures(): Promise<Figure[]> {
  const shell = await loadShell();
  const few = policyWith(5);
  const many = policyWith(5000);
  const judge = (policy: Policy, argv: string[]) => () =>
    decide({
      call: { tool: "run_command", input: { argv } },
      mode: "auto",
      policy,
      grants: [],
      facts,
      shell,
      nowMs: 0,
    });
  const bare = (text: string) => () => {
    shell.read(text, 1000);
    parseSecond(text);
  };
  const figures: Figure[] = [];

  const argv = ["git", "commit", "-m", "a message of some words", "--", "src/a.ts", "src/b.ts"];
  const argvOnly = await interleave(200, {
    few: timed(200, judge(few, argv)),
    many: timed(200, judge(many, argv)),
    floor: timed(200, () => JSON.stringify(argv)),
  });
  figures.push(
    ratio("guard.argv", "decisions/s", { goal: 200, samples: argvOnly.few, floor: argvOnly.floor }),
    ratio("guard.argv.5000_denied", "ms", { goal: 1.1, samples: argvOnly.many, floor: argvOnly.few }),
  );
  for (const lines of [1, 20, 500]) {
    const text = script(lines);
    const calls = lines === 500 ? 1 : 20;
    const samples = await interleave(lines === 500 ? 40 : 150, {
      few: timed(calls, judge(few, ["bash", "-c", text])),
      many: timed(calls, judge(many, ["bash", "-c", text])),
      floor: timed(calls, bare(text)),
    });
    const name = `guard.script_${lines}`;
    figures.push(
      ratio(name, "ms", { goal: 2, samples: samples.few, floor: samples.floor }),
      ratio(`${name}.5000_denied`, "ms", { goal: 1.1, samples: samples.many, floor: samples.few }),
    );
  }
  const single = await interleave(2000, { decide: judgeOnce(judge(few, ["bash", "-c", script(20)])) });
  const p99 = percentile(single.decide, 0.99);
  figures.push({
    name: "guard.script_20.p99",
    value: p99,
    unit: "ms",
    floor: 5,
    ratio: p99 / 5,
    goal: 1,
    better: "lower",
    p50: percentile(single.decide, 0.5),
    p99,
    runs: single.decide.length,
  });
  figures.push(await loopDelay(few));
  return figures;
}

/** How long the event loop stands still while calls of a megabyte are decided. */
async function loopDelay(document: Policy): Promise<Figure> {
  const evaluate = await createEvaluate();
  const argv = ["bash", "-c", ...Array.from({ length: 8 }, () => "a;".repeat(65_000))];
  const call: ToolCall = { tool: "run_command", input: { argv } };
  const policy: PolicyInForce = { number: 1, document };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let index = 0; index < 20; index += 1)
    await evaluate.decide({
      call,
      mode: "auto",
      policy,
      grants: [],
      facts,
      digest: "",
      now: new Date(0),
    });
  delay.disable();
  await evaluate.close();
  const p99 = delay.percentile(99) / 1e6;
  return {
    name: "guard.loop_delay_megabyte",
    value: p99,
    unit: "ms",
    floor: 50,
    ratio: p99 / 50,
    goal: 1,
    better: "lower",
    p50: delay.percentile(50) / 1e6,
    p99,
    runs: 20,
  };
}

function judgeOnce(work: () => unknown): () => void {
  return () => {
    work();
  };
}

type Compared = { goal: number; samples: readonly number[]; floor: readonly number[] };

function ratio(name: string, unit: string, { goal, samples, floor }: Compared): Figure {
  const value = percentile(samples, 0.5);
  const base = percentile(floor, 0.5);
  const perSecond = unit === "decisions/s";
  return {
    name,
    value: perSecond ? 1000 / value : value,
    unit,
    floor: perSecond ? 1000 / base : base,
    ratio: value / base,
    goal,
    better: "lower",
    p50: value,
    p99: percentile(samples, 0.99),
    runs: samples.length,
  };
}
