import { publicProcedure, router } from "../trpc.ts";

export const meRouter = router({
  get: publicProcedure.query(({ ctx }) => ({
    user: ctx.person === null ? null : ctx.person.user,
    orgs: (ctx.person?.memberships ?? []).map((membership) => ({
      slug: membership.org.slug,
      name: membership.org.name,
      role: membership.role,
      memberId: membership.memberId as string,
    })),
  })),
});
