import { agentWorkspace } from "@gatehouse/core/path/facts";
import { monitorEventLoopDelay } from "node:perf_hooks";
import path from "node:path";
import type { ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { newId } from "@gatehouse/services/new-id";
import type { TestOrg } from "../helpers/org.ts";
import { type Bench, type Figure, percentile } from "./figure.ts";

const root = path.resolve(import.meta.dirname, "../..");
const calls = 10_000;
const goalMs = 2_000;
const warmRounds = 12;

/**
 * A draft against the 10,000 past calls of an org, through the procedure that the page calls. `first`: nothing of the
 * org was read before. `next`: another draft of the same org. `loop_blocked`: how long the thread that answers requests
 * was held up meanwhile, against a thread that does nothing.
 */
export const previewBench: Bench = { name: "preview", run };

async function run(): Promise<Figure[]> {
  const { startServices } = await import(path.join(root, "bin/lib/services.mjs"));
  const started = await startServices({ root });
  Object.assign(process.env, started.environment, { LOG_LEVEL: "silent" });
  const { makeOrg } = await import("../helpers/org.ts");
  const { close } = await import("../helpers/web.ts");
  try {
    const first: number[] = [];
    const next: number[] = [];
    const idle = await makeOrg();
    await preview(idle, ["nc"]);
    const quiet = await held(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
    let blocked = 0;
    for (let at = 0; at < 3; at += 1) {
      const org = await makeOrg({ denied_command: ["nc"] });
      await fill(org);
      blocked = Math.max(blocked, await held(async () => first.push(await preview(org, ["curl", "nc"]))));
      for (let round = 0; round < warmRounds; round += 1)
        blocked = Math.max(
          blocked,
          await held(async () => next.push(await preview(org, ["make", `p${round}`]))),
        );
    }
    const figure = (name: string, samples: readonly number[]): Figure => {
      const value = percentile(samples, 0.5);
      const rest = { unit: "ms", floor: goalMs, goal: 1, better: "lower" as const, runs: samples.length };
      return { name, value, ratio: value / goalMs, p50: value, p99: percentile(samples, 0.99), ...rest };
    };
    return [
      figure("preview.first", first),
      figure("preview.next", next),
      {
        name: "preview.loop_blocked",
        value: blocked,
        unit: "ms",
        floor: quiet,
        ratio: blocked / quiet,
        goal: 50,
        better: "lower",
        p50: blocked,
        p99: blocked,
        runs: first.length + next.length,
      },
    ];
  } finally {
    await close();
    await started.stop();
  }
}

/** The longest that the event loop of this thread was away while something ran. */
async function held(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

/** Saves a draft that denies these programs and gives the time of its preview. */
async function preview(org: TestOrg, denied: readonly string[]): Promise<number> {
  const { api } = org.admin;
  const { draft } = await api.policy.administration.query({ org: org.slug });
  await api.policy.saveDraft.mutate({
    org: org.slug,
    document: { denied_command: [...denied], denied_path: ["/srv/private"] },
    revision: draft?.revision ?? 0,
  });
  const begun = performance.now();
  await api.policy.preview.query({ org: org.slug });
  return performance.now() - begun;
}

const block = [
  'name="$(basename "$PWD")"',
  "for file in src/*.ts; do",
  '  if grep -q "todo" "$file"; then echo "$name: $file" >> report.txt; fi',
  "done",
  'case "$name" in api|web) npm run build --workspace "$name" ;; *) echo "nothing to build" ;; esac',
];

/** Of ten calls six plain ones, three scripts of a line, one of twenty; no two calls of an org are equal. */
function argvOf(at: number): string[] {
  const kind = at % 10;
  if (kind === 0)
    return [
      "bash",
      "-c",
      [`echo ${at}`, ...Array.from({ length: 19 }, (_, line) => block[line % block.length])].join("\n"),
    ];
  if (kind <= 3) return ["bash", "-c", `git log --oneline | head -${at} | sort > log.txt && curl x${at}`];
  if (kind <= 6) return ["git", "commit", "-m", `message ${at}`, "--", "src/a.ts", `src/${at}.ts`];
  return ["grep", "-rn", `word${at}`, "/srv/data", "docs"];
}

async function fill(org: TestOrg): Promise<void> {
  const { services } = await import("../helpers/web.ts");
  const { digestOf, programOf } = await import("@gatehouse/services/tool-call/digest");
  const { db } = services;
  const [orgId, memberId] = [org.id, org.admin.memberId];
  const hostId = newId<string>();
  await db.host.create({ data: { id: hostId, name: `host-${hostId}`, version: "0", probe: {} } });
  const sessions = Array.from({ length: 40 }, () => newId<string>());
  await db.session.createMany({
    data: sessions.map((id) => ({ id, orgId, ownerMemberId: memberId, hostId, title: "Past", mode: "auto" })),
  });
  const pathFacts = JSON.stringify({ links: {}, existing: ["/home/agent", agentWorkspace, "/srv/data"] });
  for (let from = 0; from < calls; from += 2_000) {
    const rows = Array.from({ length: 2_000 }, (_, index) => {
      const call: ToolCall = { tool: "run_command", input: { argv: argvOf(from + index) } };
      return { id: newId<string>(), call, sessionId: sessions[index % sessions.length] ?? "" };
    });
    await db.toolCall.createMany({
      data: rows.map(({ id, call, sessionId }) => ({
        id,
        orgId,
        sessionId,
        actorKind: "person",
        memberId,
        requestKey: id,
        tool: call.tool,
        input: JSON.stringify(call.input),
        inputDigest: digestOf(call),
        program: programOf(call),
        status: "finished",
      })),
    });
    await db.decision.createMany({
      data: rows.map(({ id }) => ({
        id: newId<string>(),
        orgId,
        toolCallId: id,
        facts: "resolved",
        verdict: "allow",
        effect: "run",
        readOnly: false,
        reasons: "[]",
        policyNumber: 1,
        defaultsDigest: "d",
        pathFacts,
      })),
    });
  }
}
