import type { OpenTurnStatus } from "@gatehouse/core/agent/turn-status";
import { asId, type MemberId, type OrgId } from "@gatehouse/core/ids";
import { Defect } from "@gatehouse/core/errors";
import type { Role } from "@gatehouse/core/role";
import { minutesOf } from "@gatehouse/core/tool-call/subagent-tools";
import { isSubagentCall, parseToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { Services } from "../context.ts";
import type { TurnLease } from "./fence.ts";
import { turnLeaseMs } from "./timings.ts";

/** A turn as whoever drives it needs it, read with the claim. */
export type ClaimedTurn = {
  status: OpenTurnStatus;
  steps: number;
  workingMs: number;
  providerId: string | null;
  model: string;
  org: { id: OrgId; slug: string; name: string };
  member: { id: MemberId; role: Role; name: string; userId: string; locked: boolean };
  /** set for the turn of a subagent */
  subagent: SubagentOf | null;
};

export type SubagentOf = { toolCallId: string; exclude: readonly string[]; minutes: number };

type Row = {
  lease: bigint;
  status: OpenTurnStatus;
  steps: number;
  working_ms: bigint;
  provider_id: string | null;
  model: string;
  session_id: string;
  org_id: string;
  slug: string;
  org_name: string;
  member_id: string;
  role: Role;
  member_name: string;
  user_id: string;
  locked: boolean;
  parent_call_id: string | null;
  parent_tool: string | null;
  parent_input: string | null;
};

/** Takes an open turn that nobody drives. Of two workers one wins; null for the other, and where the turn is over. */
export async function claimTurn(
  ctx: Pick<Services, "db">,
  turnId: string,
): Promise<{ lease: TurnLease; turn: ClaimedTurn } | null> {
  const rows = await ctx.db.$queryRaw<Row[]>`
    WITH claimed AS (
      UPDATE turn SET lease = lease + 1, lease_expires_at = now() + ${turnLeaseMs} * interval '1 millisecond'
      WHERE id = ${turnId}::uuid AND ended_at IS NULL AND (lease_expires_at IS NULL OR lease_expires_at < now())
      RETURNING *)
    SELECT c.lease, c.status, c.steps, c.working_ms, c.provider_id::text, c.model, c.session_id::text,
      c.org_id::text, o.slug, o.name AS org_name, m.id::text AS member_id, m.role, u.name AS member_name,
      u.id AS user_id, m.locked_at IS NOT NULL AS locked, parent.id::text AS parent_call_id, parent.tool AS parent_tool,
      parent.input AS parent_input
    FROM claimed c JOIN org o ON o.id = c.org_id JOIN member m ON m.id = c.member_id JOIN "user" u ON u.id = m.user_id
      LEFT JOIN tool_call parent ON parent.id = c.parent_call_id`;
  const row = rows[0];
  if (row === undefined) return null;
  return {
    lease: {
      turnId,
      orgId: row.org_id,
      sessionId: row.session_id,
      number: row.lease,
      beside: row.parent_call_id !== null,
    },
    turn: {
      status: row.status,
      steps: row.steps,
      workingMs: Number(row.working_ms),
      providerId: row.provider_id,
      model: row.model,
      org: { id: asId<OrgId>(row.org_id), slug: row.slug, name: row.org_name },
      member: {
        id: asId<MemberId>(row.member_id),
        role: row.role,
        name: row.member_name,
        userId: row.user_id,
        locked: row.locked,
      },
      subagent: subagentOf(row),
    },
  };
}

function subagentOf(row: Row): SubagentOf | null {
  const { parent_call_id: toolCallId, parent_tool: tool, parent_input: input } = row;
  if (toolCallId === null || tool === null || input === null) return null;
  const call = parseToolCall(tool, JSON.parse(input));
  if (!isSubagentCall(call)) throw new Defect(`call ${toolCallId} is no subagent's`);
  return { toolCallId, exclude: call.input.exclude_tools ?? [], minutes: minutesOf(call) };
}

/** Prolongs the lease. False: the turn was stopped, or is no longer driven from here. */
export async function beatTurn(ctx: Pick<Services, "db">, lease: TurnLease): Promise<boolean> {
  const mine = await ctx.db.$executeRaw`
    UPDATE turn SET lease_expires_at = now() + ${turnLeaseMs} * interval '1 millisecond'
    WHERE id = ${lease.turnId}::uuid AND lease = ${lease.number} AND ended_at IS NULL`;
  return mine === 1;
}

/** Nobody drives the turn from now on; whatever ends what it waits for wakes it. */
export async function releaseTurn(ctx: Pick<Services, "db">, lease: TurnLease): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE turn SET lease_expires_at = NULL WHERE id = ${lease.turnId}::uuid AND lease = ${lease.number}`;
}
