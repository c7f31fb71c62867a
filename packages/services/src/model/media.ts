import type { OfferedMedia } from "@gatehouse/core/tool-call/tools";
import { appendAudit } from "../audit/append.ts";
import type { Services } from "../context.ts";
import type { Db } from "../db.ts";
import type { HostCtx } from "../execution/host-ctx.ts";
import { workerActor } from "../execution/host-ctx.ts";
import { withTransaction } from "../transaction.ts";
import { type LoadedProvider, loadProvider } from "./load.ts";

/** What a provider makes beside words, with its price: US dollars for one image, and for a million characters spoken. */
export type MediaModel = { id: string; price: number };
export type MediaModels = { image?: MediaModel; speech?: MediaModel };
export type MediaKind = keyof MediaModels;

/** Which of both some provider of the org makes. */
export async function offeredMedia(db: Db, orgId: string): Promise<OfferedMedia> {
  const rows = await db.modelProvider.findMany({
    where: { orgId, removedAt: null },
    select: { media: true },
  });
  const made = rows.map(({ media }) => media as MediaModels);
  return {
    image: made.some(({ image }) => image !== undefined),
    audio: made.some(({ speech }) => speech !== undefined),
  };
}

/** The first provider of the org that makes it, its key opened; null: none does. */
export async function loadMedia(
  ctx: Pick<Services, "db" | "secretKeys">,
  of: { orgId: string; kind: MediaKind },
): Promise<{ provider: LoadedProvider; model: MediaModel } | null> {
  const rows = await ctx.db.modelProvider.findMany({
    where: { orgId: of.orgId, removedAt: null },
    orderBy: { id: "asc" },
    select: { id: true, media: true },
  });
  for (const { id, media } of rows) {
    const model = (media as MediaModels)[of.kind];
    if (model === undefined) continue;
    const provider = await loadProvider(ctx, { orgId: of.orgId, providerId: id });
    if (provider !== null) return { provider, model };
  }
  return null;
}

/** Dollars for one image; for a million characters of speech, which are millionths of a dollar a character. */
export function mediaCost(kind: MediaKind, model: MediaModel, prompt: string): number {
  return Math.round(kind === "image" ? model.price * 1_000_000 : model.price * prompt.length);
}

export type MediaUse = {
  orgId: string;
  memberId: string;
  sessionId: string;
  toolCallId: string;
  providerId: string;
  model: string;
  costMicros: number;
};

/** What was made is paid for, whether or not its file can be written then. */
export async function recordMediaUse(
  ctx: Pick<HostCtx, "db">,
  of: MediaUse & { executionId: string },
): Promise<void> {
  const { executionId, ...use } = of;
  const { orgId, sessionId, toolCallId, providerId, model, costMicros } = use;
  await withTransaction(ctx.db, async (tx) => {
    await tx.mediaUse.createMany({ data: [use], skipDuplicates: true });
    await appendAudit(tx, { orgId, actor: workerActor }, [
      {
        type: "media.made",
        sessionId,
        toolCallId,
        executionId,
        payload: { providerId, model, costMicros },
      },
    ]);
  });
}
