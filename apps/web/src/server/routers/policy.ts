import { addDeniedCommand, removeDeniedCommand } from "@gatehouse/services/policy/denied-command";
import { getPolicy } from "@gatehouse/services/policy/get";
import { listPolicyVersions } from "@gatehouse/services/policy/list-versions";
import { z } from "zod";
import { text } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

const change = z.object({ name: text(255), reason: text(500), expectedNumber: z.number().int().positive() });

export const policyRouter = router({
  get: orgProcedure.query(({ ctx }) => getPolicy(ctx.verb)),
  addDenied: orgProcedure.input(change).mutation(({ ctx, input }) => addDeniedCommand(ctx.verb, input)),
  removeDenied: orgProcedure.input(change).mutation(({ ctx, input }) => removeDeniedCommand(ctx.verb, input)),
  versions: orgProcedure.query(({ ctx }) => listPolicyVersions(ctx.verb)),
});
