import { randomUUID } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { type Bench, type Figure, timeFigure } from "./figure.ts";

const root = path.resolve(import.meta.dirname, "../..");
const sizes = [10_000, 100_000, 1_000_000];
const rounds = 60;
const pageOfSessions = 40;

/**
 * What a call costs when an installation has a past: the time of one command, of a session, of the list of sessions and of the newest
 * page of the audit with ten thousand, a hundred thousand and a million calls on record. The floor is the same with none.
 */
export const historyBench: Bench = { name: "history", run };

async function run(): Promise<Figure[]> {
  const { startServices } = await import(path.join(root, "bin/lib/services.mjs"));
  const started = await startServices({ root, durable: true });
  Object.assign(process.env, started.environment, { LOG_LEVEL: "silent" });
  const { makeOrg } = await import("../helpers/org.ts");
  const { openSession } = await import("../helpers/call.ts");
  const { services, close, database } = await import("../helpers/web.ts");
  const { startWorker } = await import("../helpers/worker.ts");
  const worker = await startWorker();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    const org = await makeOrg({});
    const sessionId = await openSession(org, org.admin);
    const { api } = org.admin;
    const subjects: Record<string, () => Promise<unknown>> = {
      command: async () => {
        const requestKey = randomUUID();
        const input = { argv: ["true"] };
        const over = new Promise<void>((resolve) => {
          const leave = services.listener.subscribe((change) => {
            if (change.kind !== "execution" || change.state !== "finished") return;
            leave();
            resolve();
          });
        });
        await api.toolCall.request.mutate({ org: org.slug, sessionId, requestKey, input });
        await over;
      },
      session: () => api.toolCall.list.query({ org: org.slug, sessionId }),
      sessions: () => api.session.list.query({ org: org.slug }),
      audit: () => api.audit.list.query({ org: org.slug }),
    };
    // a full page from the start, so that what grows is the past alone and not what is shown
    for (let more = 0; more < pageOfSessions; more += 1) await openSession(org, org.admin);
    const measure = async (): Promise<Map<string, number[]>> => {
      const samples = new Map(Object.keys(subjects).map((name) => [name, [] as number[]]));
      for (let round = -5; round < rounds; round += 1) {
        for (const [name, once] of Object.entries(subjects)) {
          const begun = performance.now();
          await once();
          if (round >= 0) samples.get(name)?.push(performance.now() - begun);
        }
      }
      return samples;
    };
    const floor = await measure();
    const figures: Figure[] = [];
    let present = 0;
    for (const size of sizes) {
      await grow(owner, {
        orgId: org.id,
        memberId: org.admin.memberId,
        hostId: worker.hostId,
        from: present,
        to: size,
      });
      present = size;
      for (const [name, samples] of await measure())
        figures.push(
          timeFigure({
            name: `history.${name}_${size}`,
            unit: "ms",
            goal: 1.2,
            samples,
            floor: floor.get(name) ?? [],
          }),
        );
    }
    return figures;
  } finally {
    await owner.end();
    await worker.stop();
    await close();
    await started.stop();
  }
}

type Growth = { orgId: string; memberId: string; hostId: string; from: number; to: number };

/**
 * Finished calls of an earlier time, with decision, output and three events each, in a hundred sessions for each ten
 * thousand. The chain of these events is not linked: nobody verifies it here.
 */
async function grow(owner: pg.Client, of: Growth): Promise<void> {
  const { orgId, memberId, hostId, from, to } = of;
  await owner.query("SET session_replication_role = replica");
  // as the product makes them: the time first, so that what is new stands at the end of each index
  const id = (kind: string, n = "n"): string =>
    `(lpad(to_hex((extract(epoch FROM timestamptz '2026-01-01') * 1000)::bigint + ${n}), 12, '0') || substr(md5('${kind}' || ${n}), 13))::uuid`;
  await owner.query(
    `INSERT INTO session (id, org_id, owner_member_id, host_id, title, mode, created_at, last_used_at)
     SELECT ${id("s")}, $1::uuid, $2::uuid, $3::uuid, 'past', 'auto', now() - interval '90 days', now() - (2000000 - n) * interval '1 second'
     FROM generate_series($4::int / 100, $5::int / 100 - 1) n`,
    [orgId, memberId, hostId, from, to],
  );
  await owner.query(
    `INSERT INTO tool_call (id, org_id, session_id, actor_kind, member_id, request_key, tool, input, input_digest, program, status, requested_at)
     SELECT ${id("t")}, $1::uuid, ${id("s", "(n / 100)")}, 'person', $2::uuid, n::text, 'run_command', '{"argv":["true"]}',
       md5(n::text), 'true', 'finished', now() - (2000000 - n) * interval '1 second'
     FROM generate_series($3::int, $4::int - 1) n`,
    [orgId, memberId, from, to],
  );
  await owner.query(
    `INSERT INTO decision (id, org_id, tool_call_id, facts, verdict, effect, read_only, reasons, policy_number, defaults_digest, decided_at)
     SELECT ${id("d")}, $1::uuid, ${id("t")}, 'lexical', 'allow', 'run', false, '[]', 1, 'x', now() - (2000000 - n) * interval '1 second'
     FROM generate_series($2::int, $3::int - 1) n`,
    [orgId, from, to],
  );
  await owner.query(
    `INSERT INTO execution (id, org_id, tool_call_id, session_id, host_id, member_id, state, outcome, lease, queued_at, claimed_at, started_at,
       finished_at, exit_code, output_bytes)
     SELECT ${id("e")}, $1::uuid, ${id("t")}, ${id("s", "(n / 100)")}, $2::uuid, $5::uuid, 'finished', 'exited', 1, at, at, at, at, 0, 3
     FROM generate_series($3::int, $4::int - 1) n, LATERAL (SELECT now() - (2000000 - n) * interval '1 second' AS at) moment`,
    [orgId, hostId, from, to, memberId],
  );
  await owner.query(
    `INSERT INTO output_chunk (execution_id, "offset", stream, bytes)
     SELECT ${id("e")}, 0, 1, convert_to('ok' || chr(10), 'UTF8') FROM generate_series($1::int, $2::int - 1) n`,
    [from, to],
  );
  // below the numbers of the chain that the calls measured here write to
  await owner.query(
    `INSERT INTO audit_event (org_id, seq, type, at, actor_kind, member_id, tool_call_id, execution_id, body, prev_hash, hash)
     SELECT $1::uuid, -3 * n::bigint - part, 'execution.finished', now() - (2000000 - n) * interval '1 second', 'system', NULL,
       ${id("t")}, ${id("e")}, '{"payload":{}}', '', ''
     FROM generate_series($2::int, $3::int - 1) n, generate_series(1, 3) part`,
    [orgId, from, to],
  );
  await owner.query("SET session_replication_role = origin");
  await owner.query("VACUUM ANALYZE");
}
