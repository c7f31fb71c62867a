import { scriptDefinition, scriptToolFile } from "@gatehouse/core/script-tool/definition";
import { scriptToolName } from "@gatehouse/core/tool-call/script-input";
import { getScriptTool, listScriptTools } from "@gatehouse/services/script-tool/list";
import { publishScriptTool, unpublishScriptTool } from "@gatehouse/services/script-tool/publish";
import { importScriptTool, saveScriptTool } from "@gatehouse/services/script-tool/save";
import { z } from "zod";
import { orgProcedure, router } from "../trpc.ts";

const number = z.number().int().positive();
const name = scriptToolName;

export const scriptToolRouter = router({
  list: orgProcedure.query(({ ctx }) => listScriptTools(ctx.verb)),
  get: orgProcedure.input(z.object({ name })).query(({ ctx, input }) => getScriptTool(ctx.verb, input.name)),
  /** Keeps a draft; `base` is what was edited, null for a new tool. */
  save: orgProcedure
    .input(
      z.object({
        name,
        definition: scriptDefinition,
        base: z.strictObject({ number, revision: number }).nullable(),
      }),
    )
    .mutation(({ ctx, input }) => saveScriptTool(ctx.verb, input)),
  import: orgProcedure
    .input(z.object({ file: scriptToolFile }))
    .mutation(({ ctx, input }) => importScriptTool(ctx.verb, input.file)),
  publish: orgProcedure
    .input(z.object({ name, number, digest: z.string().regex(/^[0-9a-f]{64}$/) }))
    .mutation(async ({ ctx, input }) => {
      await publishScriptTool(ctx.verb, input);
      return { ok: true };
    }),
  unpublish: orgProcedure.input(z.object({ name })).mutation(async ({ ctx, input }) => {
    await unpublishScriptTool(ctx.verb, input);
    return { ok: true };
  }),
});
