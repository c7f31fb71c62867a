import { covers } from "@gatehouse/core/grant/cover";
import type { Grant } from "@gatehouse/core/grant/grant";
import type { Rung } from "@gatehouse/core/grant/ladder";
import { asId } from "@gatehouse/core/ids";
import { lexicalFacts } from "@gatehouse/core/path/facts";
import type { Reason } from "@gatehouse/core/policy/decision";
import { parseToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { Ctx } from "../context.ts";
import { rowsOf } from "../pool.ts";

const days = 30;
/** Different inputs, and different sets of reasons, that are looked at; equal ones are counted by the database. */
const mostDifferent = 4_000;

const calls = {
  name: "grant_coverage_calls",
  text: `SELECT min(tool) AS tool, min(input) AS input, input_digest AS digest, count(*)::int AS count FROM tool_call
    WHERE org_id = $1::uuid AND program = $2::text AND requested_at > now() - $3::int * interval '1 day'
      AND length(input) <= 65536 GROUP BY input_digest ORDER BY max(requested_at) DESC LIMIT $4::int`,
};

const asked = {
  name: "grant_coverage_asked",
  text: `SELECT reasons, count(DISTINCT tool_call_id)::int AS count FROM decision
    WHERE org_id = $1::uuid AND verdict = 'ask' AND decided_at > now() - $2::int * interval '1 day'
      AND reasons LIKE '%_path"%' AND length(reasons) <= 65536
    GROUP BY reasons ORDER BY max(decided_at) DESC LIMIT $3::int`,
};

type CallRow = { tool: string; input: string; digest: string; count: number };
type AskedRow = { reasons: string; count: number };

/** How many of the org's calls of the last 30 days each rung would have covered, measured with the matcher of decisions. */
export async function coverageOf(ctx: Ctx, program: string, rungs: readonly Rung[]): Promise<number[]> {
  const [ofCalls, ofPaths] = [rungs.some(isOfCall), rungs.some((rung) => !isOfCall(rung))];
  const [callRows, askedRows] = await Promise.all([
    ofCalls ? rowsOf<CallRow>(ctx.pool, calls, [ctx.org.id, program, days, mostDifferent]) : [],
    ofPaths ? rowsOf<AskedRow>(ctx.pool, asked, [ctx.org.id, days, mostDifferent]) : [],
  ]);
  const past = callRows.map((row) => ({ ...row, call: parseToolCall(row.tool, JSON.parse(row.input)) }));
  const reasons = askedRows.map((row) => ({ ...row, found: JSON.parse(row.reasons) as Reason[] }));
  return rungs.map((rung) => {
    const grant = grantOf(rung);
    if (!isOfCall(rung)) {
      return sum(reasons.filter(({ found }) => found.some((reason) => answers(grant, reason))));
    }
    return sum(
      past.filter(({ call, digest }) =>
        covers(
          grant,
          { ask: { kind: "call" }, strength: "confirm", callDigest: digest, call, facts: lexicalFacts },
          0,
        ),
      ),
    );
  });
}

function answers(grant: Grant, { verdict, ask, strength }: Reason): boolean {
  return (
    verdict === "ask" && ask !== undefined && covers(grant, { ask, strength: strength ?? "password" }, 0)
  );
}

const sum = (rows: readonly { count: number }[]): number => rows.reduce((all, { count }) => all + count, 0);

function isOfCall({ scope }: Rung): boolean {
  return scope.kind !== "path";
}

/** The grant that a rung would make, without an end. */
export function grantOf({ scope }: Rung): Grant {
  const base = { id: asId<Grant["id"]>("00000000-0000-7000-8000-000000000000"), expiresAtMs: null };
  if (scope.kind === "path") return { ...base, ...scope };
  if (scope.kind === "shape") return { ...base, kind: "shape", shape: scope.shape };
  return { ...base, kind: "exact", digest: scope.digest };
}
