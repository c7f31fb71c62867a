import { type HostState, hostState } from "@gatehouse/core/host-state";
import { sql } from "../db.ts";

/** What a host's state follows from, as one JSON column of the host `h`; time by the clock of the database alone. */
export const hostColumns = sql`json_build_object('intent', h.state,
  'silentMs', greatest(0, extract(epoch FROM now() - h.last_seen_at) * 1000),
  'compatible', h.protocol = (SELECT protocol FROM installation), 'fit', h.probe->>'ok' IS DISTINCT FROM 'false',
  'removed', h.removed_at IS NOT NULL)`;

export type HostRow = {
  intent: string;
  silentMs: number;
  compatible: boolean;
  fit: boolean;
  removed: boolean;
};

export function stateOf(row: HostRow): HostState {
  return hostState(row);
}
