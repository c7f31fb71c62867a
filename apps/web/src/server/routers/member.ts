import { changeRole } from "@gatehouse/services/member/change-role";
import { listMembers } from "@gatehouse/services/member/list";
import { z } from "zod";
import { id, role } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

export const memberRouter = router({
  list: orgProcedure.query(({ ctx }) => listMembers(ctx.verb)),
  changeRole: orgProcedure.input(z.object({ memberId: id, role })).mutation(async ({ ctx, input }) => {
    await changeRole(ctx.verb, input);
    return { ok: true };
  }),
});
