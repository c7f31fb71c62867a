import { listAgents, listProviders } from "@gatehouse/services/model/list";
import { providerKinds } from "@gatehouse/services/model/load";
import { removeProvider, saveProvider } from "@gatehouse/services/model/provider";
import { requestProviderTest } from "@gatehouse/services/model/test";
import { z } from "zod";
import { id, line, text } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

const price = z.number().min(0).max(100_000);
const model = z.strictObject({ id: line(200), inputPrice: price, outputPrice: price });

const mediaModel = z.strictObject({ id: line(200), price }).nullish();

const provider = z.object({
  id: id.optional(),
  name: line(80),
  kind: z.enum(providerKinds),
  baseUrl: z.url({ protocol: /^https?$/, error: "this is no http or https address" }).max(500),
  models: z.array(model).min(1, "name at least one model").max(100),
  defaultModel: z.string().max(200).nullable(),
  image: mediaModel,
  speech: mediaModel,
  key: text(1_000).nullish(),
});

export const modelRouter = router({
  /** Who can answer in a session. */
  agents: orgProcedure.query(({ ctx }) => listAgents(ctx.verb)),
  providers: orgProcedure.query(({ ctx }) => listProviders(ctx.verb)),
  save: orgProcedure.input(provider).mutation(({ ctx, input }) => saveProvider(ctx.verb, input)),
  remove: orgProcedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    await removeProvider(ctx.verb, input.id);
    return { ok: true };
  }),
  test: orgProcedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    await requestProviderTest(ctx.verb, input.id);
    return { ok: true };
  }),
});
