import type { Services } from "../context.ts";
import { readSecret } from "../secret/store.ts";
import type { ModelPrice } from "./choice.ts";

export const providerKinds = ["openai_compatible", "anthropic", "ollama"] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** A provider as whoever calls it needs it, its key opened. Never leaves the worker. */
export type LoadedProvider = {
  id: string;
  name: string;
  kind: ProviderKind;
  baseUrl: string;
  key: string | null;
  models: ModelPrice[];
};

export async function loadProvider(
  ctx: Pick<Services, "db" | "secretKeys">,
  of: { orgId: string; providerId: string },
): Promise<LoadedProvider | null> {
  const row = await ctx.db.modelProvider.findFirst({
    where: { id: of.providerId, orgId: of.orgId, removedAt: null },
  });
  if (row === null) return null;
  const key =
    row.secretName === null
      ? null
      : await readSecret({ db: ctx.db, keys: ctx.secretKeys }, { orgId: of.orgId, name: row.secretName });
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as ProviderKind,
    baseUrl: row.baseUrl,
    key,
    models: row.models as ModelPrice[],
  };
}

/** Dollars per million tokens are millionths of a dollar a token. */
export function costMicros(price: ModelPrice | undefined, used: { input: number; output: number }): number {
  if (price === undefined) return 0;
  return Math.round(used.input * price.inputPrice + used.output * price.outputPrice);
}
