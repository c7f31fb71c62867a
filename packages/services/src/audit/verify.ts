/**
 * Recomputes an org's chain from its first event: each hash covers the hash before it and the exact text of its event, the
 * columns say what the text says, no number is missing, and the head is where the chain ends. It cannot see that the
 * whole chain was replaced by another valid one; a head kept elsewhere can.
 */
import { createHash } from "node:crypto";
import type { Db } from "../db.ts";

export type ChainState = {
  ok: boolean;
  checked: number;
  head: string;
  firstBad?: { seq: number; why: string };
};

const batch = 2_000;
const genesis = "0".repeat(64);

type EventRow = Awaited<ReturnType<Db["auditEvent"]["findMany"]>>[number];

export async function verifyChain(db: Db, orgId: string): Promise<ChainState> {
  const chain = await db.auditChain.findUnique({ where: { orgId } });
  let prev = genesis;
  let seq = 0n;
  const end = chain?.seq ?? 0n;
  while (seq < end) {
    const rows = await db.auditEvent.findMany({
      where: { orgId, seq: { gt: seq, lte: end } },
      orderBy: { seq: "asc" },
      take: batch,
    });
    if (rows.length === 0) return bad(seq, prev, { seq: seq + 1n, why: "events are missing" });
    for (const row of rows) {
      const why = faultOf(row, seq + 1n, prev);
      if (why !== null) return bad(seq, prev, { seq: seq + 1n, why });
      prev = row.hash;
      seq = row.seq;
    }
  }
  if (chain !== null && chain.head !== prev)
    return bad(seq, prev, { seq, why: "the head is not the last event" });
  return { ok: true, checked: Number(seq), head: prev };
}

function faultOf(row: EventRow, expected: bigint, prev: string): string | null {
  if (row.seq !== expected) return "an event is missing";
  if (row.prevHash !== prev) return "the link to the event before is broken";
  const hash = createHash("sha256")
    .update(prev + row.body, "utf8")
    .digest("hex");
  if (hash !== row.hash) return "the text does not match its hash";
  const body = JSON.parse(row.body) as Record<string, unknown>;
  const columns: Record<string, unknown> = {
    orgId: row.orgId,
    seq: Number(row.seq),
    type: row.type,
    version: row.version,
    actorKind: row.actorKind,
    memberId: row.memberId,
    sessionId: row.sessionId,
    toolCallId: row.toolCallId,
    executionId: row.executionId,
  };
  for (const [name, value] of Object.entries(columns)) {
    if ((body[name] ?? null) !== value) return `the column ${name} does not say what the text says`;
  }
  const at = typeof body["at"] === "string" ? Date.parse(body["at"]) : Number.NaN;
  return at === row.at.getTime() ? null : "the column at does not say what the text says";
}

function bad(checked: bigint, head: string, at: { seq: bigint; why: string }): ChainState {
  return { ok: false, checked: Number(checked), head, firstBad: { seq: Number(at.seq), why: at.why } };
}
