import { AppError } from "@gatehouse/core/errors";
import { type HostState, lateMs, takesSessions } from "@gatehouse/core/host-state";
import type { Ctx } from "../context.ts";
import { type HostRow, hostColumns, stateOf } from "./state.ts";

type Candidate = { id: string; name: string; labels: string[]; host: HostRow };

/**
 * The host for a new session: one that takes any, has every label asked for, and has most room: by what runs and waits on
 * it for its size, then by its sessions.
 */
export async function placeSession(ctx: Ctx, labels: readonly string[]): Promise<{ id: string }> {
  const candidates = await ctx.db.$queryRaw<Candidate[]>`
    SELECT h.id::text, h.name, h.labels, ${hostColumns} AS host FROM host h
    WHERE h.removed_at IS NULL
    ORDER BY (SELECT count(*) FROM execution e WHERE e.host_id = h.id AND e.state <> 'finished')::float / h.capacity,
      (SELECT count(*) FROM session s WHERE s.host_id = h.id AND s.archived_at IS NULL)`;
  const wanted = candidates.filter((one) => labels.every((label) => one.labels.includes(label)));
  const host = wanted.find((one) => takesSessions(stateOf(one.host)));
  if (host !== undefined) return { id: host.id };
  throw new AppError("unavailable", whyNone(candidates, wanted, labels));
}

const words: Record<HostState, string> = {
  ok: "is ready",
  cordoned: "is cordoned and takes no new sessions",
  draining: "is draining and takes no work",
  late: `has not answered for more than ${lateMs / 1_000} seconds`,
  gone: "is gone",
  unfit: "cannot isolate commands",
  incompatible: "runs another release than this web server",
  removed: "was removed",
};

function whyNone(all: readonly Candidate[], wanted: readonly Candidate[], labels: readonly string[]): string {
  if (all.length === 0) return "No host has joined yet. The hosts page shows how one does.";
  const asked = labels.length === 0 ? "" : ` with the labels ${labels.join(", ")}`;
  if (wanted.length === 0)
    return `No host has the labels ${labels.join(", ")}. The hosts page shows which there are.`;
  const reasons = wanted.slice(0, 3).map((one) => `${one.name} ${words[stateOf(one.host)]}`);
  return `No host${asked} is ready to take a session: ${reasons.join("; ")}. Look at the hosts page.`;
}
