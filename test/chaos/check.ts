import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { verifyChain } from "@gatehouse/services/audit/verify";
import type { Db } from "@gatehouse/services/db";
import pg from "pg";
import type { Sent } from "./clients.ts";
import { leftoversOf } from "./faults.ts";
import { seenProcesses } from "./processes.ts";
import { effectsDirectory, type Topology } from "./topology.ts";

export type Checked = {
  violations: string[];
  outcomes: Map<string, number>;
  ran: number;
  bytesCompared: number;
  auditEvents: number;
};

type Row = {
  request_key: string;
  status: string;
  execution: string | null;
  state: string | null;
  outcome: string | null;
  detail: string | null;
  exit_code: number | null;
  started: boolean;
  bytes: string | null;
  digest: string | null;
};

/** What must be true after all is mended and every worker has ended, whatever happened before. */
export async function checkRows(
  ownerUrl: string,
  db: Db,
  of: { orgId: string; sent: readonly Sent[] },
): Promise<Checked> {
  const checked: Checked = { violations: [], outcomes: new Map(), ran: 0, bytesCompared: 0, auditEvents: 0 };
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const rows = await client.query<Row>(
      `SELECT t.request_key, t.status, e.id::text AS execution, e.state, e.outcome, e.outcome_detail AS detail, e.exit_code,
         e.started_at IS NOT NULL AS started, e.output_bytes::text AS bytes, e.output_digest AS digest
       FROM tool_call t LEFT JOIN execution e ON e.tool_call_id = t.id WHERE t.org_id = $1`,
      [of.orgId],
    );
    const byKey = new Map(rows.rows.map((row) => [row.request_key, row]));
    const effects = effectCounts();
    for (const one of of.sent) {
      const row = byKey.get(one.requestKey);
      const times = effects.get(one.id) ?? 0;
      checked.ran += times;
      if (times > 1) checked.violations.push(`${one.id} ran ${times} times`);
      if (row === undefined) {
        if (one.answered || times > 0) checked.violations.push(`${one.id} was answered and has no row`);
        continue;
      }
      await checkCall({ client, checked, one, row, times });
    }
    await checkEvents(client, of.orgId, checked);
    const chain = await verifyChain(db, of.orgId);
    checked.auditEvents = chain.checked;
    if (!chain.ok)
      checked.violations.push(`the audit chain does not hold: ${JSON.stringify(chain.firstBad)}`);
    return checked;
  } finally {
    await client.end();
  }
}

type Checking = { client: pg.Client; checked: Checked; one: Sent; row: Row; times: number };

async function checkCall({ client, checked, one, row, times }: Checking): Promise<void> {
  const wrong = (why: string): void => {
    checked.violations.push(`${one.id} (${row.execution}, ${row.outcome}: ${row.detail ?? ""}) ${why}`);
  };
  const outcome = row.outcome ?? row.status;
  checked.outcomes.set(outcome, (checked.outcomes.get(outcome) ?? 0) + 1);
  if (!["finished", "cancelled"].includes(row.status) || row.state !== "finished" || row.execution === null)
    return wrong(`has no end: call ${row.status}, execution ${row.state}`);
  if (!row.started && times > 0) wrong("ran though its start was never recorded");
  if (row.outcome === "exited" && times !== 1) wrong(`exited and left ${times} effects`);
  if (row.outcome === "exited" && row.exit_code !== one.exitCode) wrong(`exited with ${row.exit_code}`);
  if (row.outcome === "cancelled" && !one.cancelled) wrong("was cancelled by nobody");
  const chunks = await client.query<{ offset: string; bytes: Buffer }>(
    `SELECT "offset"::text, bytes FROM output_chunk WHERE execution_id = $1 ORDER BY output_chunk."offset"`,
    [row.execution],
  );
  let end = 0;
  for (const chunk of chunks.rows) {
    if (Number(chunk.offset) !== end) wrong(`has a gap in its output at ${end}`);
    end = Number(chunk.offset) + chunk.bytes.length;
  }
  const output = Buffer.concat(chunks.rows.map(({ bytes }) => bytes));
  checked.bytesCompared += output.length;
  if (Number(row.bytes) !== output.length) wrong(`says ${row.bytes} bytes and keeps ${output.length}`);
  const digest = createHash("sha256").update(output).digest("hex");
  if (row.outcome === "exited") {
    if (!output.equals(one.expected))
      wrong(`keeps ${output.length} of ${one.expected.length} bytes, or others`);
    if (row.digest !== digest) wrong("has another digest than its output");
  } else if (row.outcome !== "sandbox_failed" && !one.expected.subarray(0, output.length).equals(output))
    wrong(`keeps bytes that the command did not write, from ${differenceAt(one.expected, output)}`);
}

function differenceAt(expected: Buffer, found: Buffer): string {
  const at = found.findIndex((byte, place) => byte !== expected[place]);
  return `byte ${at}: ${JSON.stringify(found.subarray(Math.max(0, at - 40), at + 80).toString())}`;
}

async function checkEvents(client: pg.Client, orgId: string, checked: Checked): Promise<void> {
  const found = await client.query<{ execution: string; claims: number; starts: number; ends: number }>(
    `SELECT execution_id::text AS execution, count(*) FILTER (WHERE type = 'execution.claimed')::int AS claims,
       count(*) FILTER (WHERE type = 'execution.started')::int AS starts,
       count(*) FILTER (WHERE type IN ('execution.finished', 'execution.refused', 'tool_call.cancelled'))::int AS ends
     FROM audit_event WHERE org_id = $1 AND execution_id IS NOT NULL GROUP BY execution_id`,
    [orgId],
  );
  for (const { execution, claims, starts, ends } of found.rows) {
    if (claims > 1 || starts > 1)
      checked.violations.push(`${execution}: ${claims} claims and ${starts} starts on record`);
    if (ends !== 1) checked.violations.push(`${execution}: ${starts} start and ${ends} ends on record`);
  }
}

function effectCounts(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of readFileSync(path.join(effectsDirectory, "effects"), "utf8").split("\n"))
    if (line !== "") counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** Called when every worker has ended: nothing of a sandbox is left on any host. */
export function checkHosts(topology: Topology): string[] {
  const violations: string[] = [];
  for (const host of topology.hosts) {
    for (const left of leftoversOf(host)) violations.push(`${host.name}: process ${left} is left`);
    for (const file of filesBelow(path.join(host.dataDir, "data/run")))
      if (statSync(file).isFIFO()) violations.push(`${host.name}: the named pipe ${file} is left`);
  }
  for (const { pid, name, state } of seenProcesses())
    if (/^(bwrap|gate|strace|socat)$/.test(name) && state !== "Z")
      violations.push(`process ${pid} ${name} is left`);
  for (const group of cgroupsLeft()) violations.push(`the control group ${group} is left`);
  return violations;
}

function filesBelow(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFIFO())
      .map((entry) => path.join(entry.parentPath, entry.name));
  } catch (_absent) {
    return [];
  }
}

/** Groups of executions below those of this process, where a hierarchy was given to the worker. */
function cgroupsLeft(): string[] {
  const own = readFileSync("/proc/self/cgroup", "utf8").split("\n");
  return own.flatMap((line) => {
    const [, controllers = "", place = "/"] = line.split(":");
    const directory = path.join("/sys/fs/cgroup", controllers.replace(/^name=/, ""), place);
    try {
      return readdirSync(directory).filter((name) => name.startsWith("x-"));
    } catch (_absent) {
      return [];
    }
  });
}
