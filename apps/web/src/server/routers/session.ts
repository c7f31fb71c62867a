import { sessionModes } from "@gatehouse/core/tool-call/tool-call";
import { archiveSession, renameSession, setSessionMode } from "@gatehouse/services/session/change";
import { chooseAgent } from "@gatehouse/services/session/choose-agent";
import { createSession } from "@gatehouse/services/session/create";
import { getSession } from "@gatehouse/services/session/get";
import { listSessions } from "@gatehouse/services/session/list";
import { z } from "zod";
import { id, line } from "../input.ts";
import { hostLabels } from "./host.ts";
import { orgProcedure, router } from "../trpc.ts";
import { visibilities } from "@gatehouse/services/session/access";
import { getSharing, shareSession } from "@gatehouse/services/session/share";

const mode = z.enum(sessionModes);
const title = line(120);

export const sessionRouter = router({
  create: orgProcedure
    .input(z.object({ title: title.optional(), mode, labels: hostLabels.optional() }))
    .mutation(({ ctx, input }) => createSession(ctx.verb, input)),
  list: orgProcedure
    .input(
      z.object({
        archived: z.boolean().optional(),
        query: z.string().max(200).optional(),
        mine: z.boolean().optional(),
        cursor: z.string().max(100).nullish(),
      }),
    )
    .query(({ ctx, input }) =>
      listSessions(ctx.verb, {
        archived: input.archived ?? false,
        query: input.query,
        mine: input.mine,
        cursor: input.cursor ?? undefined,
      }),
    ),
  get: orgProcedure.input(z.object({ id })).query(({ ctx, input }) => getSession(ctx.verb, input.id)),
  rename: orgProcedure.input(z.object({ id, title })).mutation(async ({ ctx, input }) => {
    await renameSession(ctx.verb, input);
    return { ok: true };
  }),
  setMode: orgProcedure.input(z.object({ id, mode })).mutation(async ({ ctx, input }) => {
    await setSessionMode(ctx.verb, input);
    return { ok: true };
  }),
  chooseAgent: orgProcedure
    .input(z.object({ id, providerId: id.nullable(), model: z.string().max(200).nullable() }))
    .mutation(async ({ ctx, input }) => {
      await chooseAgent(ctx.verb, input);
      return { ok: true };
    }),
  sharing: orgProcedure.input(z.object({ id })).query(({ ctx, input }) => getSharing(ctx.verb, input.id)),
  share: orgProcedure
    .input(
      z.object({
        id,
        visibility: z.enum(visibilities),
        shares: z.array(z.strictObject({ memberId: id, access: z.enum(["read", "drive"]) })).max(200),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      await shareSession(ctx.verb, input);
      return { ok: true };
    }),
  archive: orgProcedure.input(z.object({ id, archived: z.boolean() })).mutation(async ({ ctx, input }) => {
    await archiveSession(ctx.verb, input);
    return { ok: true };
  }),
});
