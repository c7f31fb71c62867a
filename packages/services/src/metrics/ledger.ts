/**
 * Figures of the whole installation, read from the rows when somebody asks: queues, approvals and hosts as they are, and
 * what ended or was decided since the last time. Counters begin at nothing with each process, as Prometheus expects.
 */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Services } from "../context.ts";

type Parts = Pick<Services, "db" | "queues">;

/** Transactions that were open when they were counted past: rows are read when they are this old. */
const settleSeconds = 5;
const mostRows = 50_000;
const waitBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800];
const runBuckets = [0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 900, 3_600];

export function createLedgerMetrics(registry: Registry, parts: Parts): { read(): Promise<void> } {
  const registers = [registry];
  const depth = new Gauge({
    name: "gatehouse_executions_waiting",
    help: "Executions that wait, by host",
    labelNames: ["host"],
    registers,
  });
  const running = new Gauge({
    name: "gatehouse_executions_running",
    help: "Executions that run, by host",
    labelNames: ["host"],
    registers,
  });
  const oldest = new Gauge({
    name: "gatehouse_oldest_wait_seconds",
    help: "Age of the longest waiting execution, by host",
    labelNames: ["host"],
    registers,
  });
  const heartbeat = new Gauge({
    name: "gatehouse_host_heartbeat_age_seconds",
    help: "Since the worker of a host was last heard of",
    labelNames: ["host"],
    registers,
  });
  const lag = new Gauge({
    name: "gatehouse_host_event_loop_lag_seconds",
    help: "Event-loop lag that a worker last told",
    labelNames: ["host"],
    registers,
  });
  const approvals = new Gauge({
    name: "gatehouse_approvals_pending",
    help: "Approvals that wait for a person",
    registers,
  });
  const jobs = new Gauge({
    name: "gatehouse_bullmq_jobs",
    help: "Jobs in the queue of a host, by state",
    labelNames: ["host", "state"],
    registers,
  });
  const ended = new Counter({
    name: "gatehouse_executions_total",
    help: "Executions that ended, by outcome",
    labelNames: ["outcome"],
    registers,
  });
  const waits = new Histogram({
    name: "gatehouse_execution_wait_seconds",
    help: "From queued to claimed",
    buckets: waitBuckets,
    registers,
  });
  const runs = new Histogram({
    name: "gatehouse_execution_run_seconds",
    help: "From started to finished",
    buckets: runBuckets,
    registers,
  });
  const decisions = new Counter({
    name: "gatehouse_decisions_total",
    help: "Decisions, by verdict and by what was known of paths",
    labelNames: ["verdict", "facts"],
    registers,
  });
  let since: Date | null = null;

  async function readHosts(): Promise<void> {
    const hosts = await parts.db.$queryRaw<HostRow[]>`
      SELECT h.id::text, h.name, h.event_loop_lag_ms AS lag, extract(epoch FROM now() - h.last_seen_at)::float8 AS age,
        count(e.id) FILTER (WHERE e.state = 'queued')::int AS waiting, count(e.id) FILTER (WHERE e.state = 'running')::int AS running,
        coalesce(extract(epoch FROM now() - min(e.queued_at) FILTER (WHERE e.state = 'queued')), 0)::float8 AS oldest
      FROM host h LEFT JOIN execution e ON e.host_id = h.id AND e.state IN ('queued', 'running')
      WHERE h.removed_at IS NULL GROUP BY h.id`;
    for (const gauge of [depth, running, oldest, heartbeat, lag, jobs]) gauge.reset();
    for (const host of hosts) {
      const labels = { host: host.name };
      depth.set(labels, host.waiting);
      running.set(labels, host.running);
      oldest.set(labels, host.oldest);
      heartbeat.set(labels, Math.max(0, host.age));
      lag.set(labels, host.lag / 1_000);
      const counts = await parts.queues.counts(host.id).catch(() => ({}));
      for (const [state, count] of Object.entries(counts)) jobs.set({ host: host.name, state }, count);
    }
    approvals.set(await parts.db.approval.count({ where: { status: "pending" } }));
  }

  async function readPast(): Promise<void> {
    const [clock] = await parts.db.$queryRaw<{ until: Date }[]>`
      SELECT date_trunc('milliseconds', now()) - ${settleSeconds} * interval '1 second' AS until`;
    if (clock === undefined) return;
    const { until } = clock;
    if (since === null) {
      since = until;
      return;
    }
    const done = await parts.db.$queryRaw<EndedRow[]>`
      SELECT outcome, extract(epoch FROM claimed_at - queued_at)::float8 AS waited,
        extract(epoch FROM finished_at - started_at)::float8 AS ran
      FROM execution WHERE state = 'finished' AND finished_at > ${since} AND finished_at <= ${until} LIMIT ${mostRows}`;
    const decided = await parts.db.$queryRaw<{ verdict: string; facts: string; count: number }[]>`
      SELECT verdict, facts, count(*)::int AS count FROM decision
      WHERE decided_at > ${since} AND decided_at <= ${until} GROUP BY verdict, facts`;
    since = until;
    for (const { outcome, waited, ran } of done) {
      ended.inc({ outcome });
      if (waited !== null) waits.observe(Math.max(0, waited));
      if (ran !== null) runs.observe(Math.max(0, ran));
    }
    for (const { verdict, facts, count } of decided) decisions.inc({ verdict, facts }, count);
  }

  let reading: Promise<void> | null = null;
  return {
    /** Two that ask at once share one reading: what is counted is counted once. */
    read() {
      reading ??= Promise.all([readHosts(), readPast()])
        .then(() => undefined)
        .finally(() => {
          reading = null;
        });
      return reading;
    },
  };
}

type HostRow = {
  id: string;
  name: string;
  lag: number;
  age: number;
  waiting: number;
  running: number;
  oldest: number;
};
type EndedRow = { outcome: string; waited: number | null; ran: number | null };
