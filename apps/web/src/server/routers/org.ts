import { changeOrgSettings } from "@gatehouse/services/org/change-settings";
import { loginHoursBounds, readOrgSettings } from "@gatehouse/services/org/settings";
import { z } from "zod";
import { webEnv } from "../../env.ts";
import { role, text } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

const settings = z.object({
  name: text(80).optional(),
  secondFactorRoles: z.array(role).max(4).optional(),
  loginHours: z
    .number()
    .int("whole hours")
    .min(loginHoursBounds.min, `at least ${loginHoursBounds.min} hour`)
    .max(loginHoursBounds.max, `at most ${loginHoursBounds.max} hours`)
    .optional(),
  confirmed: z.boolean().optional(),
});

export const orgRouter = router({
  settings: orgProcedure.query(async ({ ctx }) => ({
    ...(await readOrgSettings(ctx.verb)),
    publicUrl: webEnv().PUBLIC_URL,
    loginHoursBounds,
  })),
  changeSettings: orgProcedure
    .input(settings)
    .mutation(({ ctx, input }) => changeOrgSettings(ctx.verb, input)),
});
