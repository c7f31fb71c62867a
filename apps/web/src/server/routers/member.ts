import { changeRole } from "@gatehouse/services/member/change-role";
import { listMembers } from "@gatehouse/services/member/list";
import { lockMember, unlockMember } from "@gatehouse/services/member/lock";
import { resetPasskeyOptions, resetSecondFactor } from "@gatehouse/services/member/reset-second-factor";
import { z } from "zod";
import { id, role } from "../input.ts";
import { site } from "../site.ts";
import { stepUp, stepUpProof } from "../step-up-input.ts";
import { orgProcedure, router } from "../trpc.ts";

export const memberRouter = router({
  list: orgProcedure.query(({ ctx }) => listMembers(ctx.verb)),
  changeRole: orgProcedure.input(z.object({ memberId: id, role })).mutation(async ({ ctx, input }) => {
    await changeRole(ctx.verb, input);
    return { ok: true };
  }),
  /** What a passkey of the admin signs to reset exactly this member's second factor. */
  resetPasskeyOptions: orgProcedure
    .input(z.object({ memberId: id }))
    .mutation(({ ctx, input }) => resetPasskeyOptions(ctx.verb, site(), input.memberId)),
  resetSecondFactor: orgProcedure
    .input(z.object({ memberId: id, ...stepUp }))
    .mutation(async ({ ctx, input }) => {
      await resetSecondFactor(ctx.verb, { memberId: input.memberId, proof: stepUpProof(input) });
      return { ok: true };
    }),
  lock: orgProcedure.input(z.object({ memberId: id })).mutation(async ({ ctx, input }) => {
    await lockMember(ctx.verb, input.memberId);
    return { ok: true };
  }),
  unlock: orgProcedure.input(z.object({ memberId: id })).mutation(async ({ ctx, input }) => {
    await unlockMember(ctx.verb, input.memberId);
    return { ok: true };
  }),
});
