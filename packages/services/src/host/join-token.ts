import { asId, type HostId } from "@gatehouse/core/ids";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Db } from "../db.ts";
import { newId } from "../new-id.ts";
import { hashToken, newToken } from "../token.ts";
import { withTransaction } from "../transaction.ts";
import { sealKeys } from "./sealed-keys.ts";

const validMs = 3_600_000;
const ownValidMs = 24 * 3_600_000;

export type JoinTokenView = {
  id: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  labels: string[];
};

/** Leave for one new host to join, valid for an hour and once. The token is told here and kept as a hash. */
export async function createJoinToken(
  ctx: Ctx,
  input: { labels: string[] },
): Promise<{ id: string; token: string; expiresAt: Date }> {
  await requireRole(ctx, "host.manage");
  const { token, hash } = newToken();
  const id = newId<string>();
  const expiresAt = new Date(ctx.now.getTime() + validMs);
  await withTransaction(ctx.db, async (tx) => {
    await tx.hostJoinToken.createMany({
      data: [
        {
          id,
          tokenHash: hash,
          orgId: ctx.org.id,
          createdBy: ctx.member.id,
          labels: input.labels,
          sealedKeys: sealKeys(token, ctx.secretKeys.text),
          createdAt: ctx.now,
          expiresAt,
        },
      ],
    });
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "host.join_token_created",
        payload: {
          tokenId: id,
          labels: input.labels,
          expiresAt: expiresAt.toISOString(),
          ...originOf(ctx),
        },
      },
    ]);
  });
  return { id, token, expiresAt };
}

export async function revokeJoinToken(ctx: Ctx, id: string): Promise<void> {
  await requireRole(ctx, "host.manage");
  await withTransaction(ctx.db, async (tx) => {
    const revoked = await tx.hostJoinToken.updateMany({
      where: { id, orgId: ctx.org.id, usedAt: null, revokedAt: null },
      data: { revokedAt: ctx.now },
    });
    if (revoked.count === 0) throw notFound("open join token");
    await appendAudit(tx, auditActor(ctx), [
      { type: "host.join_token_revoked", payload: { tokenId: id, ...originOf(ctx) } },
    ]);
  });
}

/** Tokens of this org that a host could still join with. */
export async function listJoinTokens(ctx: Ctx): Promise<JoinTokenView[]> {
  await requireRole(ctx, "host.manage");
  const rows = await ctx.db.hostJoinToken.findMany({
    where: { orgId: ctx.org.id, usedAt: null, revokedAt: null, expiresAt: { gt: ctx.now } },
    orderBy: { createdAt: "desc" },
  });
  const makers = await ctx.db.member.findMany({
    where: { id: { in: rows.flatMap((row) => row.createdBy ?? []) }, orgId: ctx.org.id },
    select: { id: true, user: { select: { name: true } } },
  });
  return rows.map((row) => ({
    id: row.id,
    createdBy: makers.find((maker) => maker.id === row.createdBy)?.user.name ?? "former member",
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    labels: row.labels,
  }));
}

/**
 * Leave for the installation's own host, by whoever starts it and holds the database's address. Without `token` one is
 * made; a given one that was used stays used.
 */
export async function admitOwnHost(
  db: Db,
  input: { token?: string | undefined; now: Date },
): Promise<string> {
  const token = input.token ?? newToken().token;
  const expiresAt = new Date(input.now.getTime() + ownValidMs);
  await db.hostJoinToken.deleteMany({ where: { orgId: null, usedAt: null, expiresAt: { lt: input.now } } });
  await db.hostJoinToken.upsert({
    where: { tokenHash: hashToken(token) },
    create: { id: newId<string>(), tokenHash: hashToken(token), createdAt: input.now, expiresAt },
    update: { expiresAt },
  });
  return token;
}

export function newHostIdentity(): { id: HostId; secret: string } {
  return { id: asId<HostId>(newId<string>()), secret: newToken().token };
}
