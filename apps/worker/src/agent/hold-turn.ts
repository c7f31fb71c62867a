import { beatTurn } from "@gatehouse/services/turn/claim";
import type { AgentServices } from "@gatehouse/services/turn/agent-ctx";
import { type TurnLease, TurnLost } from "@gatehouse/services/turn/fence";
import { turnBeatMs, turnLeaseMs } from "@gatehouse/services/turn/timings";

export type HeldTurn = { lease: TurnLease; signal: AbortSignal; release(): void };

/**
 * Says a few times a second that the turn is driven, and learns so that a person stopped it. A database that stays away for
 * as long as the lease lasts means the same: somebody else may drive the turn by then.
 */
export function holdTurn(services: Pick<AgentServices, "db" | "log">, lease: TurnLease): HeldTurn {
  const lost = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let released = false;
  let alive = performance.now();
  const lose = (): void => lost.abort(new TurnLost(lease.turnId));
  const beat = async (): Promise<void> => {
    try {
      if (await beatTurn(services, lease)) alive = performance.now();
      else lose();
    } catch (error) {
      services.log.warn(
        { turnId: lease.turnId, error: String(error) },
        "a turn's lease could not be prolonged",
      );
      if (performance.now() - alive > turnLeaseMs - 1_000) lose();
    }
    if (!released && !lost.signal.aborted) timer = setTimeout(() => void beat(), turnBeatMs);
  };
  timer = setTimeout(() => void beat(), turnBeatMs);
  return {
    lease,
    signal: lost.signal,
    release() {
      released = true;
      clearTimeout(timer);
    },
  };
}
