import { protocol } from "@gatehouse/core/contracts/protocol";
import { Defect } from "@gatehouse/core/errors";
import type { Db, Tx } from "./db.ts";

/** What web and worker must speak to work on this database together; migrations alone change it. */
export async function installedProtocol(db: Db | Tx): Promise<number> {
  const row = await db.installation.findUnique({ where: { id: 1 } });
  if (row === null) throw new Defect("the database does not say which protocol it is for");
  return row.protocol;
}

export type SchemaState = {
  protocol: number;
  applied: string | null;
  /** migrations are missing */
  behind: boolean;
  ready: boolean;
  why?: string;
};

/**
 * Whether this process may work on the database as it is: every migration it was built with is applied and it speaks what
 * the installation speaks. `newest` is the name of the last migration it knows; null where that is not known.
 */
export async function schemaState(db: Db, newest: string | null): Promise<SchemaState> {
  const [row] = await db.$queryRaw<{ applied: string | null; protocol: number | null }[]>`
    SELECT (SELECT max(migration_name) FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL) AS applied,
      (SELECT protocol FROM installation) AS protocol`;
  const applied = row?.applied ?? null;
  const installed = row?.protocol ?? 0;
  const state = { protocol: installed, applied, behind: false };
  if (newest !== null && (applied ?? "") < newest) {
    return {
      ...state,
      behind: true,
      ready: false,
      why: `the database stands at ${applied ?? "nothing"} and needs ${newest}: npm run db:migrate`,
    };
  }
  if (installed !== protocol) {
    return {
      ...state,
      ready: false,
      why: `this release speaks protocol ${protocol}, the installation ${installed}: web and worker must be of the same release`,
    };
  }
  return { ...state, ready: true };
}
