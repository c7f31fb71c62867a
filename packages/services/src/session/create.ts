import { randomBytes } from "node:crypto";
import { AppError } from "@gatehouse/core/errors";
import type { SessionMode } from "@gatehouse/core/tool-call/tool-call";
import { auditActor, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { placeSession } from "../host/place.ts";
import { newId } from "../new-id.ts";
import { cappedMode } from "../tool-call/prepare.ts";
import { withTransaction } from "../transaction.ts";

/** A session with a workspace of its own, on the right host with most room; it stays there, because its files do. */
export async function createSession(
  ctx: Ctx,
  input: { title?: string | undefined; mode: SessionMode; labels?: string[] | undefined },
): Promise<{ id: string }> {
  await requireRole(ctx, "session.create");
  const labels = [...new Set(input.labels ?? [])].sort();
  const [policy, host] = await Promise.all([
    ctx.policies.current(ctx.db, ctx.org.id),
    placeSession(ctx, labels),
  ]);
  const mode = cappedMode(input.mode, policy);
  if (mode !== input.mode) throw new AppError("conflict", "Your org allows sessions in safe mode only.");
  const id = newId<string>();
  await withTransaction(ctx.db, async (tx) => {
    const title = input.title ?? "New session";
    await tx.session.createMany({
      data: [{ id, orgId: ctx.org.id, ownerMemberId: ctx.member.id, hostId: host.id, title, mode, labels }],
    });
    await tx.workspace.createMany({
      data: [
        { id: newId<string>(), sessionId: id, hostId: host.id, directory: randomBytes(16).toString("hex") },
      ],
    });
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "session.created",
        sessionId: id,
        payload: { title, mode, hostId: host.id, labels, ...originOf(ctx) },
      },
    ]);
  });
  return { id };
}
