import type { Db } from "../db.ts";
import { newId } from "../new-id.ts";

export type Purpose = "register" | "sign_in" | "step_up";
type Of = { purpose: Purpose; userId: string | null; bound?: string };

const validMs = 5 * 60_000;

export async function keepChallenge(db: Db, of: Of & { challenge: string; now: Date }): Promise<string> {
  const id = newId<string>();
  const { purpose, userId, challenge, bound = "", now } = of;
  const expiresAt = new Date(now.getTime() + validMs);
  await db.passkeyChallenge.createMany({ data: [{ id, purpose, userId, challenge, bound, expiresAt }] });
  return id;
}

/** The challenge that was given out for exactly this, once: it is gone with the look, right answer or not. */
export async function takeChallenge(
  db: Db,
  of: Of & { id: string; now: Date },
): Promise<{ challenge: string } | null> {
  const rows = await db.$queryRaw<{ challenge: string }[]>`
    DELETE FROM passkey_challenge WHERE id = ${of.id}::uuid AND purpose = ${of.purpose}
      AND user_id IS NOT DISTINCT FROM ${of.userId} AND bound = ${of.bound ?? ""} AND expires_at > ${of.now}
    RETURNING challenge`;
  return rows[0] ?? null;
}
