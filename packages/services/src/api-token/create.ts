import { AppError } from "@gatehouse/core/errors";
import type { TokenScope } from "@gatehouse/core/token-scope";
import { auditActor, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { requireSession } from "../session/access.ts";
import { withTransaction } from "../transaction.ts";
import { newApiToken } from "./token-text.ts";

export type CreateTokenInput = {
  name: string;
  scopes: readonly TokenScope[];
  days: number;
  /** the only session it may be used in */
  sessionId?: string | undefined;
};

const mostTokens = 50;

/** A token of the member's own. It is told once and kept as a hash; it can never do what the member's role may not. */
export async function createApiToken(
  ctx: Ctx,
  input: CreateTokenInput,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  await requireRole(ctx, "token.create");
  if (input.sessionId !== undefined) await requireSession(ctx, input.sessionId, "read");
  const live = await ctx.db.apiToken.count({ where: { memberId: ctx.member.id, revokedAt: null } });
  if (live >= mostTokens)
    throw new AppError("limit_reached", `You have ${live} tokens. Revoke one that is no longer used.`);
  const { token, hash, prefix } = newApiToken();
  const id = newId<string>();
  const expiresAt = new Date(ctx.now.getTime() + input.days * 24 * 3_600_000);
  const scopes = [...new Set(input.scopes)];
  const sessionId = input.sessionId ?? null;
  await withTransaction(ctx.db, async (tx) => {
    await tx.apiToken.createMany({
      data: [
        {
          id,
          orgId: ctx.org.id,
          memberId: ctx.member.id,
          sessionId,
          name: input.name,
          tokenHash: hash,
          prefix,
          scopes,
          createdAt: ctx.now,
          expiresAt,
        },
      ],
    });
    const payload = { tokenId: id, name: input.name, prefix, scopes, expiresAt: expiresAt.toISOString() };
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "api_token.created",
        ...(sessionId === null ? {} : { sessionId }),
        payload: { ...payload, ...originOf(ctx) },
      },
    ]);
  });
  return { id, token, expiresAt };
}
