import { lexicalFacts } from "@gatehouse/core/path/facts";
import type { Decision } from "@gatehouse/core/policy/decision";
import type { SessionMode, ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import type { Decided } from "../decision/record.ts";
import { liveGrants } from "../grant/live.ts";
import type { PolicyInForce } from "../policy/store.ts";
import { digestOf } from "./digest.ts";

export type Prepared = {
  session: { id: string; hostId: string; ownerMemberId: string; archivedAt: Date | null };
  mode: SessionMode;
  policy: PolicyInForce;
  decision: Decision;
  decided: Decided;
};

/** The decision on names: what the web tier can know without looking at the host. */
export async function prepare(ctx: Ctx, sessionId: string, call: ToolCall): Promise<Prepared> {
  const [session, policy, grants] = await Promise.all([
    ctx.db.session.findFirst({
      where: { id: sessionId, orgId: ctx.org.id },
      select: { id: true, hostId: true, ownerMemberId: true, archivedAt: true, mode: true },
    }),
    ctx.policies.current(ctx.db, ctx.org.id),
    liveGrants(ctx.db, sessionId, ctx.now),
  ]);
  if (session === null) throw notFound("session");
  const mode = cappedMode(session.mode, policy);
  const decision = ctx.evaluate.decide({
    call,
    mode,
    policy,
    grants,
    facts: lexicalFacts,
    digest: digestOf(call),
    now: ctx.now,
  });
  const decided: Decided = {
    decision,
    facts: "lexical",
    policyNumber: policy.number,
    defaultsDigest: policy.document.defaultsDigest,
    at: ctx.now,
  };
  return { session, mode, policy, decision, decided };
}

export function cappedMode(mode: string, policy: PolicyInForce): SessionMode {
  return mode === "auto" && policy.document.mode_cap === "auto" ? "auto" : "safe";
}
