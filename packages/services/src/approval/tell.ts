/**
 * Tells people of calls that wait for them: at first those to whom it falls, after the org's minutes everybody who may
 * answer. Each round is told once, whichever process does it; what is told is on record, and a question of which nobody
 * was told is told by the next sweep. Proof: test/integration/web/approval-tell.test.ts.
 */
import type { AskStrength } from "@gatehouse/core/policy/decision";
import { may } from "@gatehouse/core/role";
import { appendAudit } from "../audit/append.ts";
import type { Services } from "../context.ts";
import type { Tx } from "../db.ts";
import { withTransaction } from "../transaction.ts";
import { insertDeliveries, webhookOf } from "../notification/plan.ts";
import { type Answering, answerersOf, peopleOf } from "./answerers.ts";
import { secondPersonOf } from "./second-person.ts";

type Telling = Pick<Services, "db" | "policies"> & { now: Date };
type Due = {
  id: string;
  org_id: string;
  round: number;
  strength: string;
  second_person: boolean;
  asker: string;
  session_id: string;
  tool_call_id: string;
  owner: string;
  visibility: string;
  program: string;
  escalate: boolean;
};

const atOnce = 50;

/** One pass; gives how many questions were told. */
export async function tellApprovals(ctx: Telling): Promise<number> {
  return withTransaction(ctx.db, async (tx) => {
    const due = await takeDue(tx, ctx.now);
    const people = new Map<string, Answering[]>();
    for (const one of due) {
      const known = people.get(one.org_id) ?? (await peopleOf({ db: tx, org: { id: one.org_id } }));
      people.set(one.org_id, known);
      await tellOneAudited(ctx, tx, { one, people: known });
    }
    return due.length;
  });
}

/** Marked in the same statement that finds them, so that of several processes one tells. */
function takeDue(tx: Tx, now: Date): Promise<Due[]> {
  return tx.$queryRaw<Due[]>`
    WITH due AS (
      SELECT a.id, a.told_round < a.round AS fresh FROM approval a
        JOIN LATERAL (SELECT coalesce((p.document->'limits'->>'escalation_minutes')::int, 15) AS minutes
          FROM policy p WHERE p.org_id = a.org_id ORDER BY p.number DESC LIMIT 1) most ON true
      WHERE a.status = 'pending' AND a.expires_at > ${now} AND (a.told_round < a.round
        OR (a.escalated_round < a.round AND a.requested_at < ${now}::timestamptz - most.minutes * interval '1 minute'))
      ORDER BY a.requested_at LIMIT ${atOnce} FOR UPDATE OF a SKIP LOCKED)
    UPDATE approval a SET told_round = a.round,
      escalated_round = CASE WHEN due.fresh THEN a.escalated_round ELSE a.round END
    FROM due, tool_call t, session s WHERE a.id = due.id AND t.id = a.tool_call_id AND s.id = t.session_id
    RETURNING a.id::text, a.org_id::text, a.round, a.strength, a.second_person, t.member_id::text AS asker,
      t.id::text AS tool_call_id, s.id::text AS session_id, s.owner_member_id::text AS owner, s.visibility, t.program, NOT due.fresh AS escalate`;
}

async function tellOneAudited(
  ctx: Telling,
  tx: Tx,
  { one, people }: { one: Due; people: readonly Answering[] },
): Promise<void> {
  const { document } = await ctx.policies.current(tx, one.org_id);
  const of = {
    strength: one.strength as AskStrength,
    stepUpRoles: document.step_up_role,
    secondPerson: secondPersonOf(
      { strength: one.strength, secondPerson: one.second_person },
      document.second_person,
    ),
  };
  const able = answerersOf({ people, askerId: one.asker, of }).filter((person) => reaches(one, person));
  const first = able.filter(({ memberId }) => memberId === one.asker || memberId === one.owner);
  const told = one.escalate || first.length === 0 ? able : first;
  const data = {
    program: one.program,
    strength: one.strength,
    round: one.round,
    escalated: one.escalate,
  };
  if (told.length === 0) await tellWebhook(ctx, tx, { one, data });
  for (const { memberId } of told) {
    await tx.$executeRaw`
      SELECT tell_member(${one.org_id}::uuid, ${memberId}::uuid, 'approval.waits', ${one.id}::uuid, '', ${one.session_id}::uuid,
        ${JSON.stringify(data)}::jsonb, 1)`;
    await tx.$executeRaw`
      INSERT INTO approval_delivery (approval_id, round, member_id, org_id, told_at, escalated)
      VALUES (${one.id}::uuid, ${one.round}, ${memberId}::uuid, ${one.org_id}::uuid, ${ctx.now}, ${one.escalate})
      ON CONFLICT (approval_id, round, member_id) DO UPDATE SET told_at = excluded.told_at, escalated = excluded.escalated`;
  }
  await appendAudit(tx, { orgId: one.org_id, actor: { kind: "system", part: "maintenance" } }, [
    {
      type: "approval.told",
      sessionId: one.session_id,
      toolCallId: one.tool_call_id,
      payload: {
        approvalId: one.id,
        round: one.round,
        escalated: one.escalate,
        memberIds: told.map(({ memberId }) => memberId),
      },
    },
  ]);
}

/** A question that nobody can answer is on nobody's page; whoever watches the org hears of it all the same. */
async function tellWebhook(
  ctx: Telling,
  tx: Tx,
  { one, data }: { one: Due; data: Record<string, unknown> },
): Promise<void> {
  const { id, org_id: orgId, session_id: sessionId } = one;
  const news = { id, orgId, kind: "approval.waits", subject: id, topic: "", sessionId, data };
  await insertDeliveries(tx, { news, targets: await webhookOf(tx, news), now: ctx.now });
}

/** A session that is not open to the whole org is known to its owner, who asked in it, and who answers for everybody. */
function reaches(one: Due, { memberId, role }: Answering): boolean {
  return (
    one.visibility === "org_drive" ||
    memberId === one.owner ||
    memberId === one.asker ||
    may(role, "approval.answer_any")
  );
}
