import { existsSync, readdirSync } from "node:fs";
import { createDb } from "@gatehouse/services/db";
import { createProducerConnection } from "@gatehouse/services/redis";
import { elevatedHelper } from "../elevation/elevated-account.ts";
import { findCgroups } from "../process/cgroup-roots.ts";
import type { HostCheck } from "../sandbox/host-report.ts";
import { probeNoexec, strictCheck } from "../sandbox/noexec.ts";
import { probeGround } from "../sandbox/probe.ts";
import { checkDatabase } from "./doctor-database.ts";
import { checkMail } from "./doctor-mail.ts";
import { checkDisk, checkPublicUrl } from "./doctor-place.ts";
import { checkQueue } from "./doctor-queue.ts";

/** `npm run doctor`: each thing this installation stands on, and for each that fails the line that puts it right. */
export type DoctorSettings = {
  databaseUrl: string | null;
  redisUrl: string | null;
  publicUrl: string | null;
  smtpUrl: string | null;
  smtpFrom: string | null;
  /** where homes, workspaces and the trash are */
  dataDirectory: string;
  cgroupDirectories: readonly string[];
  json: boolean;
  colour: boolean;
};

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function main(settings: DoctorSettings): Promise<number> {
  const [ground, noexec, database, queue, place, mail] = await Promise.all([
    probeGround(),
    probeNoexec(),
    databaseChecks(settings.databaseUrl),
    queueChecks(settings.redisUrl),
    checkPublicUrl(settings.publicUrl),
    checkMail(settings.smtpUrl, settings.smtpFrom),
  ]);
  const checks = [
    ...ground.checks,
    cgroupCheck(settings.cgroupDirectories),
    strictCheck(noexec).check,
    elevationRules(),
    ...database,
    ...queue,
    checkDisk(settings.dataDirectory),
    ...place,
    mail,
  ];
  for (const check of checks) {
    process.stdout.write(`${settings.json ? JSON.stringify(check) : line(check, settings.colour)}\n`);
  }
  return checks.every(({ ok }) => ok) ? 0 : 1;
}

function line({ ok, name, detail, fix }: HostCheck, colour: boolean): string {
  const word = ok ? "ok  " : "FAIL";
  const shown = colour ? `\u001b[${ok ? 32 : 31}m${word}\u001b[0m` : word;
  return `${shown} ${name}: ${detail}${ok || fix === undefined ? "" : `\n     ${fix}`}`;
}

/** Limits hold without a delegated group too, by other means; the line says by which. */
function cgroupCheck(directories: readonly string[]): HostCheck {
  const held = findCgroups(directories);
  const names = held.map(({ version, controllers }) => `v${version} ${controllers.join(" and ")}`);
  const detail =
    held.length > 0 ? names.join(", ") : "none delegated; memory is polled, processes are an rlimit";
  return { name: "cgroups", ok: true, detail };
}

/** Doctor need not be the worker's account, so it tells which accounts have a rule. */
function elevationRules(): HostCheck {
  const name = "calls outside the sandbox";
  const how = "npm run elevation -- setup, as root, sets them up";
  const none = `not set up on this host: refused (${how})`;
  try {
    const found = readdirSync("/etc/sudoers.d").flatMap(
      (file) => /^gatehouse-elevated-for-(.+)$/.exec(file)?.[1] ?? [],
    );
    return { name, ok: true, detail: found.length > 0 ? `set up for ${found.join(", ")}` : none };
  } catch (_closed) {
    return { name, ok: true, detail: existsSync(elevatedHelper) ? "set up; only root sees for whom" : none };
  }
}

async function databaseChecks(url: string | null): Promise<HostCheck[]> {
  if (url === null) {
    return [
      { name: "Postgres", ok: false, detail: "no address known", fix: "npm start, or set DATABASE_URL" },
    ];
  }
  const db = createDb(url, 1);
  try {
    return await checkDatabase(db, new Date());
  } finally {
    await db.$disconnect();
  }
}

async function queueChecks(url: string | null): Promise<HostCheck[]> {
  if (url === null) {
    return [{ name: "Redis", ok: false, detail: "no address known", fix: "npm start, or set REDIS_URL" }];
  }
  const redis = createProducerConnection(url, silent);
  try {
    return await checkQueue(redis);
  } finally {
    redis.disconnect();
  }
}
