import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { type DayUsage, dayUsage } from "../turn/usage.ts";
import type { ModelPrice } from "./choice.ts";
import type { ProviderKind } from "./load.ts";
import type { MediaModels } from "./media.ts";

export type ProviderView = {
  id: string;
  name: string;
  kind: ProviderKind;
  baseUrl: string;
  hasKey: boolean;
  models: ModelPrice[];
  defaultModel: string | null;
  media: MediaModels;
  test: { requestedAt: Date | null; at: Date | null; ok: boolean | null; sentence: string | null };
};

export type ModelsPage = { providers: ProviderView[]; usage: DayUsage; limits: UsageLimits };
export type UsageLimits = {
  memberTokens: number;
  orgTokens: number;
  memberDollars: number;
  orgDollars: number;
};

/** The providers of the org, for whoever administers them; a key is only said to be there. */
export async function listProviders(ctx: Ctx): Promise<ModelsPage> {
  await requireRole(ctx, "model.manage");
  const [rows, usage, policy] = await Promise.all([
    ctx.db.modelProvider.findMany({ where: { orgId: ctx.org.id, removedAt: null }, orderBy: { id: "asc" } }),
    dayUsage(ctx.db, { orgId: ctx.org.id, memberId: ctx.member.id }),
    ctx.policies.current(ctx.db, ctx.org.id),
  ]);
  const { limits } = policy.document;
  return {
    providers: rows.map((row) => ({
      id: row.id,
      name: row.name,
      kind: row.kind as ProviderKind,
      baseUrl: row.baseUrl,
      hasKey: row.secretName !== null,
      models: row.models as ModelPrice[],
      defaultModel: row.defaultModel,
      media: row.media as MediaModels,
      test: {
        requestedAt: row.testRequestedAt,
        at: row.testedAt,
        ok: row.testOk,
        sentence: row.testSentence,
      },
    })),
    usage,
    limits: {
      memberTokens: limits.member_day_tokens,
      orgTokens: limits.org_day_tokens,
      memberDollars: limits.member_day_dollars,
      orgDollars: limits.org_day_dollars,
    },
  };
}

export type AgentOption = { providerId: string | null; provider: string; model: string; isDefault: boolean };

/** Who can answer in a session: every model of the org, and the demonstration agent. No addresses, no keys. */
export async function listAgents(ctx: Ctx): Promise<AgentOption[]> {
  await requireRole(ctx, "model.read");
  const rows = await ctx.db.modelProvider.findMany({
    where: { orgId: ctx.org.id, removedAt: null },
    orderBy: { id: "asc" },
    select: { id: true, name: true, models: true, defaultModel: true },
  });
  const options = rows.flatMap((row) =>
    (row.models as ModelPrice[]).map((model) => ({
      providerId: row.id,
      provider: row.name,
      model: model.id,
      isDefault: row.defaultModel === model.id,
    })),
  );
  const isDefault = !options.some((option) => option.isDefault);
  return [...options, { providerId: null, provider: "Built in", model: "demo", isDefault }];
}
