import { changeOrgSettings } from "@gatehouse/services/org/change-settings";
import { loginHoursBounds, readOrgSettings } from "@gatehouse/services/org/settings";
import { readProvider, removeProvider, saveProvider } from "@gatehouse/services/identity-provider/settings";
import { z } from "zod";
import { webEnv } from "../../env.ts";
import { line, role, text } from "../input.ts";
import { providerRedirectUri } from "../provider-callback.ts";
import { orgProcedure, router } from "../trpc.ts";

const settings = z.object({
  name: line(80).optional(),
  secondFactorRoles: z.array(role).max(4).optional(),
  loginHours: z
    .number()
    .int("whole hours")
    .min(loginHoursBounds.min, `at least ${loginHoursBounds.min} hour`)
    .max(loginHoursBounds.max, `at most ${loginHoursBounds.max} hours`)
    .optional(),
  confirmed: z.boolean().optional(),
});

const domain = z
  .string()
  .trim()
  .max(253)
  .regex(/^(?=.*\.)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i, "this is no domain, such as example.com");
const provider = z.object({
  name: line(60),
  issuer: z.url({ protocol: /^https?$/, error: "this is no https address" }).max(500),
  clientId: text(300),
  secret: z.string().min(1).max(1_000).optional(),
  domains: z.array(domain).max(50),
  newcomerRole: role.exclude(["admin"]).nullable(),
  secondFactorTrusted: z.boolean(),
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
  identityProvider: orgProcedure.query(async ({ ctx }) => ({
    provider: await readProvider(ctx.verb),
    redirectUri: providerRedirectUri(),
  })),
  saveIdentityProvider: orgProcedure.input(provider).mutation(async ({ ctx, input }) => {
    const { org: _org, ...settings } = input;
    await saveProvider(ctx.verb, settings);
    return { ok: true };
  }),
  removeIdentityProvider: orgProcedure.mutation(async ({ ctx }) => {
    await removeProvider(ctx.verb);
    return { ok: true };
  }),
});
