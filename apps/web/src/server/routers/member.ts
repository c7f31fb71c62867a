import { changeRole } from "@gatehouse/services/member/change-role";
import { listMembers } from "@gatehouse/services/member/list";
import { lockMember, unlockMember } from "@gatehouse/services/member/lock";
import { z } from "zod";
import { id, role } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

export const memberRouter = router({
  list: orgProcedure.query(({ ctx }) => listMembers(ctx.verb)),
  changeRole: orgProcedure.input(z.object({ memberId: id, role })).mutation(async ({ ctx, input }) => {
    await changeRole(ctx.verb, input);
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
