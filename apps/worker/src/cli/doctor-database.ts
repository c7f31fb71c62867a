import type { Db } from "@gatehouse/services/db";
import type { HostCheck } from "../sandbox/host-report.ts";

const oldestVersion = 140_000;
const clockToleranceMs = 2_000;
const hostSilentMs = 30_000;

type Row = {
  version: string;
  number: number;
  now: Date;
  fsync: string;
  may_change_audit: boolean | null;
};

export async function checkDatabase(db: Db, asked: Date): Promise<HostCheck[]> {
  let row: Row | undefined;
  try {
    [row] = await db.$queryRaw<Row[]>`
      SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
        clock_timestamp() AS now, current_setting('fsync') AS fsync,
        CASE WHEN to_regclass('public.audit_event') IS NULL THEN NULL
          ELSE has_table_privilege('public.audit_event', 'UPDATE') OR has_table_privilege('public.audit_event', 'DELETE')
        END AS may_change_audit`;
  } catch (cause) {
    return [
      { name: "Postgres", ok: false, detail: `cannot be asked: ${firstLine(cause)}`, fix: "npm start" },
    ];
  }
  if (row === undefined) return [{ name: "Postgres", ok: false, detail: "gave no answer" }];
  return [
    need("Postgres", row.number >= oldestVersion, {
      detail: `version ${row.version}`,
      fix: "use PostgreSQL 14 or later",
    }),
    need("Postgres keeps what it commits", row.fsync === "on", {
      detail: `fsync is ${row.fsync}`,
      fix: "ALTER SYSTEM SET fsync = on; SELECT pg_reload_conf();",
    }),
    ...(await tableChecks(db, row.may_change_audit)),
    clockCheck(row.now, asked),
  ];
}

async function tableChecks(db: Db, mayChangeAudit: boolean | null): Promise<HostCheck[]> {
  const fix = "npm run db:migrate   (with MIGRATE_DATABASE_URL of the owner)";
  if (mayChangeAudit === null) {
    return [{ name: "migrations", ok: false, detail: "the tables are missing", fix }];
  }
  const [counted] = await db.$queryRaw<{ applied: bigint; open: bigint }[]>`
    SELECT count(*) FILTER (WHERE finished_at IS NOT NULL) AS applied,
      count(*) FILTER (WHERE finished_at IS NULL AND rolled_back_at IS NULL) AS open FROM _prisma_migrations`;
  const open = Number(counted?.open ?? 0);
  return [
    need("migrations", open === 0, {
      detail: open === 0 ? `${counted?.applied ?? 0} applied` : `${open} failed`,
      fix,
    }),
    need("audit rows are out of reach", !mayChangeAudit, {
      detail: mayChangeAudit ? "this role may change them" : "this role may only add through append_audit",
      fix: "give web and worker a lesser role: set MIGRATE_DATABASE_URL to the owner, DATABASE_URL to another role, then npm run db:migrate",
    }),
    ...(await hostChecks(db)),
  ];
}

async function hostChecks(db: Db): Promise<HostCheck[]> {
  const hosts = await db.host.findMany({
    orderBy: { name: "asc" },
    select: { name: true, lastSeenAt: true },
  });
  if (hosts.length === 0)
    return [{ name: "hosts", ok: false, detail: "no worker has registered", fix: "npm start" }];
  return hosts.map(({ name, lastSeenAt }) => {
    const silentMs = Date.now() - lastSeenAt.getTime();
    return need(`worker on ${name}`, silentMs < hostSilentMs, {
      detail: `last seen ${Math.max(0, Math.round(silentMs / 1000))} s ago`,
      fix: `start the worker on ${name}, or remove the host on the hosts page`,
    });
  });
}

function clockCheck(server: Date, asked: Date): HostCheck {
  const middle = (asked.getTime() + Date.now()) / 2;
  const apartMs = Math.abs(server.getTime() - middle);
  return need("clock", apartMs < clockToleranceMs + (Date.now() - asked.getTime()) / 2, {
    detail: `${(apartMs / 1000).toFixed(2)} s apart from that of Postgres`,
    fix: "timedatectl set-ntp true",
  });
}

function need(name: string, ok: boolean, { detail, fix }: { detail: string; fix: string }): HostCheck {
  return ok ? { name, ok, detail } : { name, ok, detail, fix };
}

function firstLine(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.trim().split("\n").at(-1) ?? text;
}
