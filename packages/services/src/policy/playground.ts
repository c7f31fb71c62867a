import { lexicalFacts } from "@gatehouse/core/path/facts";
import { may, type Role, roles } from "@gatehouse/core/role";
import type { TryInput } from "@gatehouse/core/policy/cases/policy-case";
import type { ResolvedPath } from "@gatehouse/core/policy/cases/resolved-paths";
import { type SandboxPlan, sandboxPlan } from "@gatehouse/core/policy/cases/sandbox-plan";
import type { Decision } from "@gatehouse/core/policy/decision";
import { effectivePolicy } from "@gatehouse/core/policy/defaults";
import type { Explanation } from "@gatehouse/core/policy/explain/explanation";
import { policySchema } from "@gatehouse/core/policy/policy";
import { type VerdictWord, verdictWord } from "@gatehouse/core/policy/verdict-word";
import { mayAnswer } from "../approval/may-answer.ts";
import { takesSecondPerson } from "../approval/second-person.ts";
import { notFound, requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { candidate } from "./compare.ts";
import { plannedHost } from "./planned-host.ts";
import { newestPolicy } from "./stored.ts";

export type PlaygroundInput = {
  call: TryInput;
  against: "draft" | "published";
  memberId?: string;
  hostId?: string;
};

export type PlaygroundAnswer = {
  word: VerdictWord;
  decision: Omit<Decision, "reasons">;
  explanation: Explanation;
  paths: ResolvedPath[];
  sandbox: SandboxPlan;
  policyNumber: number;
  /** of an ask: may the member answer it, and which roles may otherwise */
  answer: { member: boolean; roles: Role[] } | null;
};

/** What would be decided on names about a call of this member on this host. Nothing is recorded and nothing runs. */
export async function tryPolicy(ctx: Ctx, input: PlaygroundInput): Promise<PlaygroundAnswer> {
  await requireRole(ctx, "policy.edit");
  const [member, host, current] = await Promise.all([
    memberOf(ctx, input.memberId),
    plannedHost(ctx.db, input.hostId),
    newestPolicy(ctx.db, ctx.org.id),
  ]);
  const document =
    input.against === "draft" ? await candidate(ctx, undefined, current.document) : current.document;
  const policy = effectivePolicy(policySchema.parse(document));
  const tried = await ctx.evaluate.try(input.call, policy);
  const { reasons, ...decision } = tried.decision;
  return {
    word: verdictWord(tried.decision),
    decision,
    explanation: await ctx.evaluate.explain(tried.call, reasons),
    paths: (await ctx.evaluate.resolvedPaths(tried.call, policy, lexicalFacts)) ?? [],
    sandbox: sandboxPlan(tried, policy, host),
    policyNumber: current.number,
    answer:
      decision.verdict === "ask" && decision.strength !== undefined
        ? answerersOf(member, {
            strength: decision.strength,
            secondPerson: takesSecondPerson(reasons, policy),
            policy,
          })
        : null,
  };
}

function answerersOf(
  role: Role,
  {
    strength,
    secondPerson,
    policy,
  }: {
    strength: "confirm" | "password";
    secondPerson: boolean;
    policy: ReturnType<typeof effectivePolicy>;
  },
): NonNullable<PlaygroundAnswer["answer"]> {
  const of = {
    strength,
    stepUpRoles: policy.step_up_role,
    secondPerson: secondPerson || (strength === "password" && policy.second_person),
  };
  return {
    member: mayAnswer({ role, isAsker: true, ...of }),
    roles: roles.filter((other) => mayAnswer({ role: other, isAsker: false, ...of })),
  };
}

/** The role of a member who may ask for calls; the editor's own where nobody is named. */
async function memberOf(ctx: Ctx, memberId: string | undefined): Promise<Role> {
  if (memberId === undefined) return ctx.member.role;
  const row = await ctx.db.member.findFirst({
    where: { id: memberId, orgId: ctx.org.id },
    select: { role: true },
  });
  if (row === null || !may(row.role as Role, "tool_call.request")) throw notFound("member who runs commands");
  return row.role as Role;
}
