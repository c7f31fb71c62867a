import { agentWorkspace } from "@gatehouse/core/path/facts";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PolicyInput, readPolicy } from "@gatehouse/core/policy/policy";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { openSession, request } from "../../helpers/call.ts";
import { fillWorkspace, type FixtureFiles, giveTo } from "../../helpers/fixture.ts";
import { makeOrg, type TestOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

/**
 * Cases through the running product: request, decision, queue, worker, sandbox. GATEHOUSE_CASES names another file of the
 * same form, with its policies.json beside it; the cases here are a sample of each kind.
 */
const file =
  process.env.GATEHOUSE_CASES ?? path.resolve(import.meta.dirname, "../../corpus/product/cases.jsonl");

type Element = string | { join: [string, number][] };
type Case = {
  id: string;
  argv: Element[];
  policy: string;
  mode: "safe" | "auto";
  static: "allow" | "refuse" | "confirm" | "gate_password" | "trash" | "any";
  layer?: string;
  rc?: number | string;
  files?: FixtureFiles;
};

const policies = JSON.parse(readFileSync(path.join(path.dirname(file), "policies.json"), "utf8")) as Record<
  string,
  PolicyInput
>;
const cases = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Case);

let worker: TestWorker;
const orgs = new Map<string, TestOrg>();
const template = mkdtempSync(path.join(tmpdir(), "gatehouse-fixture-"));

beforeAll(async () => {
  worker = await startWorker({ concurrency: 2 });
  for (const [name, document] of Object.entries(policies)) {
    expect(readPolicy(document)).toMatchObject({ ok: true });
    orgs.set(name, await makeOrg(document));
  }
  fillWorkspace(path.join(template, "plain"));
});
afterAll(async () => {
  await worker.stop();
  rmSync(template, { recursive: true, force: true });
});

/** Cases name their workspace /home/agent/ws. */
function argvOf(argv: Element[]): string[] {
  return argv.map((element) => {
    const text =
      typeof element === "string"
        ? element
        : element.join.map(([part, count]) => part.repeat(count)).join("");
    return text.replaceAll("/home/agent/ws", agentWorkspace);
  });
}

async function prepareSession(one: Case, org: TestOrg): Promise<string> {
  const sessionId = await openSession(org, org.admin, one.mode);
  const { directory } = await services.db.workspace.findUniqueOrThrow({ where: { sessionId } });
  const place = path.join(worker.dataDir, "data/workspaces", directory);
  const extra = Object.entries(one.files ?? {}).flatMap(([name, content]) =>
    name.startsWith("ws/") ? [[name.slice(3), content] as const] : [],
  );
  if (extra.length > 0) fillWorkspace(place, Object.fromEntries(extra));
  else cpSync(path.join(template, "plain"), place, { recursive: true, verbatimSymlinks: true, mode: 0 });
  giveTo(place, 65_534);
  return sessionId;
}

async function play(one: Case): Promise<ToolCallView> {
  const org = orgs.get(one.policy);
  if (org === undefined) throw new Error(`no policy ${one.policy}`);
  const sessionId = await prepareSession(one, org);
  const call = await request(org, org.admin, { sessionId, argv: argvOf(one.argv) });
  return until(
    `${one.id} to settle`,
    async () => {
      const view = await org.admin.api.toolCall.get.query({ org: org.slug, id: call.id });
      return ["denied", "finished", "awaiting_approval"].includes(view.status) ? view : null;
    },
    30_000,
  );
}

function answerOf(view: ToolCallView): Case["static"] {
  if (view.status === "awaiting_approval")
    return view.approval?.strength === "password" ? "gate_password" : "confirm";
  if (view.status === "denied" || view.refusal !== undefined) return "refuse";
  return view.decision.effect === "trash" ? "trash" : "allow";
}

describe(`cases of ${path.basename(path.dirname(file))}/${path.basename(file)} through the product`, () => {
  it("are decided as they should be, run to their exit code, and nothing of a refused one runs", {
    timeout: 600_000,
  }, async () => {
    expect(existsSync(file)).toBe(true);
    const wrong: string[] = [];
    const queue = [...cases];
    const playNext = async (): Promise<void> => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        const view = await play(one).catch((error: unknown) => String(error));
        if (typeof view === "string") {
          wrong.push(`${one.id}: ${view}`);
          continue;
        }
        const answer = answerOf(view);
        if (one.static !== "any" && answer !== one.static)
          wrong.push(`${one.id}: ${answer} instead of ${one.static}`);
        if (answer === "refuse" && view.execution?.startedAt !== undefined)
          wrong.push(`${one.id}: refused and started`);
        const runs = one.static === "allow" && answer === "allow" && one.layer !== "exec_mask";
        if (runs && typeof one.rc === "number" && view.execution?.exitCode !== one.rc) {
          wrong.push(
            `${one.id}: exit ${view.execution?.exitCode} (${view.execution?.outcome}) instead of ${one.rc}`,
          );
        }
      }
    };
    await Promise.all([1, 2, 3].map(playNext));
    expect(wrong).toEqual([]);
  });
});
