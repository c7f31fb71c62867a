import { loadProvider } from "@gatehouse/services/model/load";
import { recordProviderTest } from "@gatehouse/services/model/test";
import type { AgentServices } from "@gatehouse/services/turn/agent-ctx";
import { ModelProblem } from "./model.ts";
import { sdkModel } from "./sdk-model.ts";

const patienceMs = 30_000;

/** One short question to a provider, from where its models will be asked, and what came of it. */
export async function testProvider(services: AgentServices, providerId: string): Promise<void> {
  const row = await services.db.modelProvider.findUnique({
    where: { id: providerId },
    select: { orgId: true },
  });
  if (row === null) return;
  const provider = await loadProvider(services, { orgId: row.orgId, providerId });
  const model = provider?.models[0]?.id;
  if (provider === null || model === undefined) return;
  const startedAt = performance.now();
  try {
    let text = "";
    const stream = sdkModel(provider, model).ask({
      system: "Answer with one word.",
      items: [{ kind: "user", text: "Say hello." }],
      turnFrom: 0,
      tools: [],
      signal: AbortSignal.timeout(patienceMs),
    });
    for await (const event of stream) if (event.kind === "text") text += event.text;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    await recordProviderTest(services, providerId, {
      ok: true,
      sentence: `${model} answered ${text.length} characters in ${seconds} s.`,
    });
  } catch (error) {
    const sentence =
      error instanceof ModelProblem ? error.message : `It did not answer within ${patienceMs / 1_000} s.`;
    await recordProviderTest(services, providerId, { ok: false, sentence });
  }
}
