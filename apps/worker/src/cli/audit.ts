import { verifyChain } from "@gatehouse/services/audit/verify";
import { createDb } from "@gatehouse/services/db";

/** `npm run audit -- verify [ORG]`: recomputes the audit chains. 0: all hold; 1: one does not; 2: it could not be asked. */
export type AuditCommand = { args: readonly string[]; databaseUrl: string | null; json: boolean };

const usage = "usage: npm run --silent audit -- verify [--json] [ORG]\n";

export async function main(command: AuditCommand): Promise<number> {
  const [verb, slug, ...more] = command.args;
  if (verb !== "verify" || more.length > 0) {
    process.stderr.write(usage);
    return 2;
  }
  if (command.databaseUrl === null) {
    process.stderr.write("audit: no database known; start the product or set DATABASE_URL\n");
    return 2;
  }
  const db = createDb(command.databaseUrl, 2);
  try {
    const orgs = await db.org.findMany({
      ...(slug === undefined ? {} : { where: { slug } }),
      select: { id: true, slug: true },
      orderBy: { slug: "asc" },
    });
    if (orgs.length === 0) {
      process.stderr.write(
        slug === undefined ? "audit: there is no org yet\n" : `audit: there is no org ${slug}\n`,
      );
      return slug === undefined ? 0 : 2;
    }
    let sound = true;
    for (const org of orgs) {
      const state = await verifyChain(db, org.id);
      sound &&= state.ok;
      process.stdout.write(
        command.json ? `${JSON.stringify({ org: org.slug, ...state })}\n` : line(org.slug, state),
      );
    }
    return sound ? 0 : 1;
  } finally {
    await db.$disconnect();
  }
}

function line(slug: string, state: Awaited<ReturnType<typeof verifyChain>>): string {
  if (state.firstBad === undefined) return `ok   ${slug}: ${state.checked} events, head ${state.head}\n`;
  return `FAIL ${slug}: event ${state.firstBad.seq}: ${state.firstBad.why} (${state.checked} before it hold)\n`;
}
