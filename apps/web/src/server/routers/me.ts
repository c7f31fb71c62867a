import { changePassword, endOwnLogins, renamePerson } from "@gatehouse/services/account/change";
import { readSecurity } from "@gatehouse/services/account/security";
import { openApprovalLink } from "@gatehouse/services/notification/open-link";
import { addPasskey, passkeyOptions, removePasskey, renamePasskey } from "@gatehouse/services/passkey/manage";
import { beginTotp, confirmTotp, removeTotp } from "@gatehouse/services/totp/enrol";
import { toString as qrCode } from "qrcode";
import { z } from "zod";
import { id, line, password } from "../input.ts";
import { registration } from "../passkey-input.ts";
import { site } from "../site.ts";
import { personProcedure, publicProcedure, router } from "../trpc.ts";

const proof = { password: z.string().max(200).optional(), code: z.string().max(40).optional() };

export const meRouter = router({
  get: publicProcedure.query(({ ctx }) => ({
    user: ctx.person === null ? null : ctx.person.user,
    orgs: (ctx.person?.memberships ?? []).map((membership) => ({
      slug: membership.org.slug,
      name: membership.org.name,
      role: membership.role,
      memberId: membership.memberId as string,
      needsSecondFactor: membership.needsSecondFactor,
    })),
  })),
  /** where a signed link of a message leads; it answers nothing */
  openApprovalLink: personProcedure
    .input(z.object({ token: z.string().max(300) }))
    .mutation(({ ctx, input }) => openApprovalLink(ctx.verb, input.token)),
  security: personProcedure.query(({ ctx }) => readSecurity(ctx.verb)),
  rename: personProcedure.input(z.object({ name: line(80) })).mutation(async ({ ctx, input }) => {
    await renamePerson(ctx.verb, input.name);
    return { ok: true };
  }),
  changePassword: personProcedure
    .input(z.object({ current: z.string().max(200), next: password }))
    .mutation(({ ctx, input }) => changePassword(ctx.verb, input)),
  endLogin: personProcedure
    .input(z.object({ id: z.string().min(1).max(64) }))
    .mutation(async ({ ctx, input }) => ({ ended: await endOwnLogins(ctx.verb, input) })),
  endOtherLogins: personProcedure.mutation(async ({ ctx }) => ({
    ended: await endOwnLogins(ctx.verb, "others"),
  })),
  beginTotp: personProcedure.input(z.object(proof)).mutation(async ({ ctx, input }) => {
    const begun = await beginTotp(ctx.verb, input);
    return { ...begun, qr: await qrCode(begun.url, { type: "svg", margin: 2 }) };
  }),
  confirmTotp: personProcedure
    .input(z.object({ code: z.string().max(20) }))
    .mutation(({ ctx, input }) => confirmTotp(ctx.verb, input.code)),
  removeTotp: personProcedure.input(z.object(proof)).mutation(async ({ ctx, input }) => {
    await removeTotp(ctx.verb, input);
    return { ok: true };
  }),
  passkeyOptions: personProcedure
    .input(z.object(proof))
    .mutation(({ ctx, input }) => passkeyOptions(ctx.verb, site(), input)),
  addPasskey: personProcedure
    .input(z.object({ challengeId: id, name: line(60), response: registration }))
    .mutation(async ({ ctx, input }) => {
      await addPasskey(ctx.verb, site(), input);
      return { ok: true };
    }),
  renamePasskey: personProcedure.input(z.object({ id, name: line(60) })).mutation(async ({ ctx, input }) => {
    await renamePasskey(ctx.verb, input);
    return { ok: true };
  }),
  removePasskey: personProcedure.input(z.object({ id, ...proof })).mutation(async ({ ctx, input }) => {
    await removePasskey(ctx.verb, input);
    return { ok: true };
  }),
});
