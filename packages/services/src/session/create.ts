import { randomBytes } from "node:crypto";
import { AppError } from "@gatehouse/core/errors";
import type { SessionMode } from "@gatehouse/core/tool-call/tool-call";
import { auditActor, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { cappedMode } from "../tool-call/prepare.ts";
import { withTransaction } from "../transaction.ts";

const aliveMs = 15_000;

/** A session with a workspace of its own, on the host with the most room; it stays there, because its files do. */
export async function createSession(
  ctx: Ctx,
  input: { title?: string | undefined; mode: SessionMode },
): Promise<{ id: string }> {
  await requireRole(ctx, "session.create");
  const [policy, host] = await Promise.all([ctx.policies.current(ctx.db, ctx.org.id), hostWithRoom(ctx)]);
  const mode = cappedMode(input.mode, policy);
  if (mode !== input.mode) throw new AppError("conflict", "Your org allows sessions in safe mode only.");
  const id = newId<string>();
  await withTransaction(ctx.db, async (tx) => {
    const title = input.title ?? "New session";
    await tx.session.createMany({
      data: [{ id, orgId: ctx.org.id, ownerMemberId: ctx.member.id, hostId: host.id, title, mode }],
    });
    await tx.workspace.createMany({
      data: [
        { id: newId<string>(), sessionId: id, hostId: host.id, directory: randomBytes(16).toString("hex") },
      ],
    });
    await appendAudit(tx, auditActor(ctx), [
      { type: "session.created", sessionId: id, payload: { title, mode, hostId: host.id, ...originOf(ctx) } },
    ]);
  });
  return { id };
}

async function hostWithRoom(ctx: Ctx): Promise<{ id: string }> {
  const hosts = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT h.id::text FROM host h
    WHERE h.state = 'ok' AND h.last_seen_at > now() - ${aliveMs} * interval '1 millisecond'
    ORDER BY (SELECT count(*) FROM execution e WHERE e.host_id = h.id AND e.state <> 'finished')::float / h.capacity,
      (SELECT count(*) FROM session s WHERE s.host_id = h.id AND s.archived_at IS NULL)
    LIMIT 1`;
  const host = hosts[0];
  if (host === undefined) {
    throw new AppError(
      "unavailable",
      "No host is ready to take a session. Start a worker, or look at the hosts page.",
    );
  }
  return host;
}
