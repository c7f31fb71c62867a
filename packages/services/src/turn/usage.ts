import type { PolicyInForce } from "../policy/store.ts";
import type { Db, Tx } from "../db.ts";

export type Usage = { tokens: number; costMicros: number };
export type DayUsage = { member: Usage; org: Usage };

type Row = { mine: boolean; tokens: bigint; cost: bigint };

/** What the models of an org took today (UTC), and of it what this member's turns took. */
export async function dayUsage(db: Db | Tx, of: { orgId: string; memberId: string }): Promise<DayUsage> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT t.member_id = ${of.memberId}::uuid AS mine, coalesce(sum(s.input_tokens + s.output_tokens), 0)::bigint AS tokens,
      coalesce(sum(s.cost_micros), 0)::bigint AS cost
    FROM model_step s JOIN turn t ON t.id = s.turn_id
    WHERE t.org_id = ${of.orgId}::uuid AND s.started_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
      AND t.started_at >= now() - interval '8 days'
    GROUP BY 1
    UNION ALL
    SELECT member_id = ${of.memberId}::uuid, 0::bigint, coalesce(sum(cost_micros), 0)::bigint FROM media_use
    WHERE org_id = ${of.orgId}::uuid AND made_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
    GROUP BY 1`;
  const sum = (wanted: (row: Row) => boolean): Usage => ({
    tokens: rows.filter(wanted).reduce((total, row) => total + Number(row.tokens), 0),
    costMicros: rows.filter(wanted).reduce((total, row) => total + Number(row.cost), 0),
  });
  return { member: sum((row) => row.mine), org: sum(() => true) };
}

/** Which limit of the day is reached, as a sentence that says what to do; null while there is room. */
export function reachedLimit(usage: DayUsage, { document }: Pick<PolicyInForce, "document">): string | null {
  const { member_day_tokens, org_day_tokens, member_day_dollars, org_day_dollars } = document.limits;
  const over = (used: Usage, tokens: number, dollars: number): string | null => {
    if (used.tokens >= tokens) return `${tokens.toLocaleString("en")} tokens`;
    return used.costMicros >= dollars * 1_000_000 ? `${dollars} US dollars` : null;
  };
  const next = "It begins anew at 00:00 UTC; an admin can raise it in the policy.";
  const mine = over(usage.member, member_day_tokens, member_day_dollars);
  if (mine !== null) return `You reached your limit of ${mine} a day for models. ${next}`;
  const all = over(usage.org, org_day_tokens, org_day_dollars);
  return all === null ? null : `Your org reached its limit of ${all} a day for models. ${next}`;
}
