import { AppError } from "@gatehouse/core/errors";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { newId } from "../new-id.ts";
import { putSecret, removeSecret } from "../secret/store.ts";
import { withTransaction } from "../transaction.ts";
import type { ModelPrice } from "./choice.ts";
import type { ProviderKind } from "./load.ts";
import type { MediaModel, MediaModels } from "./media.ts";

export type ProviderInput = {
  id?: string | undefined;
  name: string;
  kind: ProviderKind;
  baseUrl: string;
  models: ModelPrice[];
  defaultModel: string | null;
  /** what it makes beside words; absent: nothing */
  image?: MediaModel | null | undefined;
  speech?: MediaModel | null | undefined;
  /** a new key; null takes the key away; absent keeps it */
  key?: string | null | undefined;
};

/** A provider of models: where it is, what it offers, at which price. Only an admin sets where requests go to. */
export async function saveProvider(ctx: Ctx, input: ProviderInput): Promise<{ id: string }> {
  await requireRole(ctx, "model.manage");
  check(input);
  const id = input.id ?? newId<string>();
  const secretName = `model_provider:${id}`;
  await withTransaction(ctx.db, async (tx) => {
    if (input.defaultModel !== null)
      await tx.modelProvider.updateMany({
        where: { orgId: ctx.org.id, NOT: { id } },
        data: { defaultModel: null },
      });
    const { name, kind, baseUrl, models, defaultModel } = input;
    const media = mediaOf(input);
    const data = { name, kind, baseUrl, models, defaultModel, media, changedAt: ctx.now };
    if (input.id === undefined)
      await tx.modelProvider.createMany({ data: [{ id, orgId: ctx.org.id, ...data }] });
    else {
      const { count } = await tx.modelProvider.updateMany({
        where: { id, orgId: ctx.org.id, removedAt: null },
        data: { ...data, testedAt: null, testOk: null, testSentence: null, testRequestedAt: null },
      });
      if (count === 0) throw notFound("provider");
    }
    const keyChange = await changeKey(ctx, tx, { id, secretName, key: input.key });
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "model_provider.saved",
        payload: {
          providerId: id,
          name,
          kind,
          baseUrl,
          models,
          defaultModel,
          media,
          key: keyChange,
          ...originOf(ctx),
        },
      },
      ...(keyChange === "kept"
        ? []
        : [
            {
              type: keyChange === "set" ? ("secret.set" as const) : ("secret.removed" as const),
              payload: { name: secretName },
            },
          ]),
    ]);
  });
  return { id };
}

function mediaOf({ image, speech }: ProviderInput): MediaModels {
  return { ...(image == null ? {} : { image }), ...(speech == null ? {} : { speech }) };
}

function check(input: ProviderInput): void {
  const { models, defaultModel, baseUrl } = input;
  if (input.kind !== "openai_compatible" && (input.image != null || input.speech != null))
    throw new AppError(
      "invalid_input",
      `${input.image == null ? "speech" : "image"}: only an OpenAI-compatible provider makes images and speech; leave it empty.`,
    );
  if (new Set(models.map((model) => model.id)).size !== models.length)
    throw new AppError("invalid_input", "models: each model stands there once.");
  if (defaultModel !== null && !models.some((model) => model.id === defaultModel))
    throw new AppError("invalid_input", "defaultModel: it must be one of the provider's models.");
  const url = new URL(baseUrl);
  if (url.username !== "" || url.password !== "")
    throw new AppError(
      "invalid_input",
      "baseUrl: a key does not belong into the address; enter it as the key.",
    );
}

async function changeKey(
  ctx: Ctx,
  tx: Tx,
  of: { id: string; secretName: string; key: string | null | undefined },
): Promise<"kept" | "set" | "removed"> {
  if (of.key === undefined) return "kept";
  const place = { orgId: ctx.org.id, name: of.secretName };
  if (of.key === null) await removeSecret(tx, place);
  else
    await putSecret({ db: tx, keys: ctx.secretKeys }, place, {
      value: of.key,
      by: ctx.member.id,
      now: ctx.now,
    });
  await tx.modelProvider.updateMany({
    where: { id: of.id },
    data: { secretName: of.key === null ? null : of.secretName },
  });
  return of.key === null ? "removed" : "set";
}

/** Its key is destroyed; turns that name it stay readable, and open ones end at their next step. */
export async function removeProvider(ctx: Ctx, id: string): Promise<void> {
  await requireRole(ctx, "model.manage");
  await withTransaction(ctx.db, async (tx) => {
    const { count } = await tx.modelProvider.updateMany({
      where: { id, orgId: ctx.org.id, removedAt: null },
      data: { removedAt: ctx.now, defaultModel: null, secretName: null },
    });
    if (count === 0) throw notFound("provider");
    await removeSecret(tx, { orgId: ctx.org.id, name: `model_provider:${id}` });
    await appendAudit(tx, auditActor(ctx), [
      { type: "model_provider.removed", payload: { providerId: id, ...originOf(ctx) } },
    ]);
  });
}
