import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { agentHome, type Facts, lexicalFacts } from "@gatehouse/core/path/facts";
import { decide } from "@gatehouse/core/policy/decide";
import type { Decision } from "@gatehouse/core/policy/decision";
import { defaultPolicy, effectivePolicy, type Policy } from "@gatehouse/core/policy/defaults";
import { caseResult } from "@gatehouse/core/policy/cases/case-result";
import type { PolicyCase } from "@gatehouse/core/policy/cases/policy-case";
import { triedCall } from "@gatehouse/core/policy/cases/try-call";
import { readPolicyText } from "@gatehouse/core/policy/document/read-text";
import { readPolicy } from "@gatehouse/core/policy/policy";
import { type VerdictWord, verdictWord } from "@gatehouse/core/policy/verdict-word";
import type { ShellParser } from "@gatehouse/core/shell/parse";
import { runCommandInput, sessionModes } from "@gatehouse/core/tool-call/tool-call";
import { loadShell } from "@gatehouse/services/shell";
import { z } from "zod";
import { readGuardOptions, usage } from "./guard-options.ts";

/**
 * Reads cases as JSON lines on standard input and prints one verdict a line, in the same order. Needs no services and
 * looks at no path of the host: what is known of paths comes from the facts file.
 */

const argvElement = z.union([
  z.string(),
  z.object({ join: z.array(z.tuple([z.string(), z.number().int().nonnegative()])) }),
]);
const caseSchema = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  argv: z.array(argvElement),
  mode: z.enum(sessionModes).default("auto"),
  network: z.boolean().optional(),
  write_paths: z.array(z.string()).optional(),
  sandbox: z.boolean().optional(),
  policy: z.string().optional(),
});
type Case = z.infer<typeof caseSchema>;

const factsSchema = z.object({
  home: z.string().startsWith("/").default(agentHome),
  workspace: z.string().startsWith("/").optional(),
  links: z.record(z.string(), z.string()).default({}),
  existing: z.array(z.string()).default([]),
  roots: z.array(z.string()).optional(),
});

type Verdict = { verdict: VerdictWord; rule: string; reason: string; line?: number; column?: number };

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    fail(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readText(file));
  } catch (cause) {
    fail(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function fail(message: string): never {
  process.stderr.write(`guard: ${message}\n`);
  process.exit(2);
}

/** A policy out of a value, as a policies file holds them by name. */
function policyOf(value: unknown, where: string): Policy {
  const read = readPolicy(value);
  if (read.ok) return effectivePolicy(read.document);
  fail(
    read.problems
      .map((problem) => `${where}: ${problem.path === "" ? "" : `${problem.path}: `}${problem.message}`)
      .join("\n"),
  );
}

/** A bare document, or a file that the product exported with its test cases. */
function policyFile(file: string): { policy: Policy; cases: PolicyCase[] | null } {
  const read = readPolicyText(readText(file));
  if (read.ok) return { policy: effectivePolicy(read.document), cases: read.cases };
  fail(
    read.problems
      .map(
        ({ line, column, path, message }) =>
          `${file}:${line}:${column}: ${path === "" ? "" : `${path}: `}${message}`,
      )
      .join("\n"),
  );
}

/** One line for each test case of an exported file; the exit code is 1 when one of them fails. */
function runFileCases(file: string, shell: ShellParser): void {
  const { policy, cases } = policyFile(file);
  if (cases === null) fail(`${file}: --cases needs a file that was exported with its test cases`);
  const results = cases.map((item) =>
    caseResult(
      item,
      decide({ ...triedCall(item), mode: item.mode, policy, facts: lexicalFacts, shell, nowMs: 0 }),
    ),
  );
  for (const { name, passed, expected, verdict, rule, sentence } of results)
    process.stdout.write(
      `${JSON.stringify({ id: name, passed, verdict, rule, reason: sentence, expected })}\n`,
    );
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
}

function loadFacts(file: string | null): Facts {
  const parsed = factsSchema.safeParse(file === null ? {} : readJson(file));
  if (!parsed.success) fail(`${file ?? "facts"}: ${z.prettifyError(parsed.error)}`);
  const { home, workspace, links, existing, roots } = parsed.data;
  return {
    kind: "lexical",
    home,
    workspace: workspace ?? `${home}/work`,
    links,
    existing,
    ...(roots === undefined ? {} : { roots }),
  };
}

function expand(element: z.infer<typeof argvElement>): string {
  return typeof element === "string"
    ? element
    : element.join.map(([text, count]) => text.repeat(count)).join("");
}

function verdictOf(decision: Decision): Verdict {
  const first = decision.reasons[0];
  const reason =
    first === undefined ? "" : first.sentence + (first.hint === undefined ? "" : `; ${first.hint}`);
  return {
    verdict: verdictWord(decision),
    rule: first?.rule ?? "none",
    reason,
    ...(first?.place === undefined ? {} : { line: first.place.line, column: first.place.column }),
  };
}

function refused(reason: string): Verdict {
  return { verdict: "refuse", rule: "schema", reason };
}

function judge(item: Case, policy: Policy, facts: Facts, shell: ShellParser): Verdict {
  const { network, sandbox, write_paths } = item;
  const input = runCommandInput.safeParse({
    argv: item.argv.map(expand),
    ...(network === undefined ? {} : { network }),
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(write_paths === undefined ? {} : { write_paths }),
  });
  if (!input.success) return refused(z.prettifyError(input.error));
  return verdictOf(
    decide({
      call: { tool: "run_command", input: input.data },
      mode: item.mode,
      policy,
      grants: [],
      facts,
      shell,
      nowMs: 0,
    }),
  );
}

async function main(): Promise<void> {
  const options = readGuardOptions(process.argv.slice(2));
  if ("help" in options) {
    process.stdout.write(usage);
    return;
  }
  if ("problem" in options) fail(`${options.problem}\n\n${usage.trimEnd()}`);
  const { policy, policies } = options;
  if (options.cases && policy !== null) return runFileCases(policy, await loadShell());
  const facts = loadFacts(options.facts);
  const single = policy === null ? defaultPolicy : policyFile(policy).policy;
  const named = new Map<string, Policy>();
  if (policies !== null) {
    const file = z.record(z.string(), z.unknown()).safeParse(readJson(policies));
    if (!file.success) fail(`${policies}: a policies file is an object of policies by name`);
    for (const [name, value] of Object.entries(file.data))
      named.set(name, policyOf(value, `${policies}: ${name}`));
  }
  const shell = await loadShell();
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    const result = judgeLine(line, { single, named, facts, shell });
    if (!process.stdout.write(`${JSON.stringify({ id: result.id ?? number, ...result.verdict })}\n`))
      await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}

type Setup = { single: Policy; named: ReadonlyMap<string, Policy>; facts: Facts; shell: ShellParser };

function judgeLine(
  line: string,
  { single, named, facts, shell }: Setup,
): { id: string | number | undefined; verdict: Verdict } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    return {
      id: undefined,
      verdict: refused(`not a line of JSON: ${cause instanceof Error ? cause.message : ""}`),
    };
  }
  const item = caseSchema.safeParse(value);
  const id = z.object({ id: z.union([z.string(), z.number()]) }).safeParse(value).data?.id;
  if (!item.success) return { id, verdict: refused(z.prettifyError(item.error)) };
  const policy =
    item.data.policy === undefined
      ? single
      : (named.get(item.data.policy) ?? (named.size === 0 ? single : null));
  if (policy === null) return { id, verdict: refused(`no policy is called ${item.data.policy ?? ""}`) };
  return { id, verdict: judge(item.data, policy, facts, shell) };
}

await main();
