import type { Db } from "../db.ts";

/** Who answers in a session. The demonstration agent needs no model and is there in every org. */
export type ChosenAgent =
  | { kind: "demo"; providerId: null; model: "demo" }
  | { kind: "model"; providerId: string; model: string };

export const demoAgent: ChosenAgent = { kind: "demo", providerId: null, model: "demo" };

export type ModelPrice = { id: string; inputPrice: number; outputPrice: number };

/** The session's own choice, else the org's default, else the demonstration. A choice that was removed counts no more. */
export async function agentOf(
  db: Db,
  of: { orgId: string; session: { providerId: string | null; model: string | null } },
): Promise<ChosenAgent> {
  const { providerId, model } = of.session;
  if (model === "demo" && providerId === null) return demoAgent;
  if (providerId !== null && model !== null) {
    const chosen = await db.modelProvider.findFirst({
      where: { id: providerId, orgId: of.orgId, removedAt: null },
      select: { models: true },
    });
    if ((chosen?.models as ModelPrice[] | undefined)?.some((one) => one.id === model) === true)
      return { kind: "model", providerId, model };
  }
  const standard = await db.modelProvider.findFirst({
    where: { orgId: of.orgId, removedAt: null, defaultModel: { not: null } },
    select: { id: true, defaultModel: true },
  });
  if (standard === null || standard.defaultModel === null) return demoAgent;
  return { kind: "model", providerId: standard.id, model: standard.defaultModel };
}
