import { randomBytes } from "node:crypto";
import type { Db } from "../db.ts";
import { newId } from "../new-id.ts";

/** Name of a member's own directory on a host; made with the first call of the member there. */
export async function homeOf(
  db: Db,
  of: { orgId: string; memberId: string; hostId: string },
): Promise<string> {
  const { orgId, memberId, hostId } = of;
  const key = { memberId_hostId: { memberId, hostId } };
  const known = await db.home.findUnique({ where: key, select: { directory: true } });
  if (known !== null) return known.directory;
  await db.home.createMany({
    data: [{ id: newId<string>(), orgId, memberId, hostId, directory: randomBytes(16).toString("hex") }],
    skipDuplicates: true,
  });
  const made = await db.home.findUniqueOrThrow({ where: key, select: { directory: true } });
  return made.directory;
}
