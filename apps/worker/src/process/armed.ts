import type { SandboxProfile } from "@gatehouse/core/sandbox/profile";
import type { Covered } from "../sandbox/deny/covers.ts";
import type { Obtained } from "./standing.ts";

/**
 * Sandboxes armed ahead: at most one for each active session, used once. One is handed out only where the execution
 * would have built exactly the same: the whole profile with its pinned directories, and what its deny list covers now,
 * are the key, so that a changed policy, grant or limit finds none and throws the old one away.
 */
export type Armoury = {
  /** one that is still being built is waited for: it is ahead of any that would be begun now */
  take: (session: string, key: string) => Promise<Obtained | null>;
  arm: (session: string, key: string, build: () => Promise<Obtained>) => void;
  close: () => Promise<void>;
};

type Armed = {
  key: string;
  pending: Promise<Obtained | null>;
  timer: NodeJS.Timeout;
};

const usualMost = 8;
const usualIdleMs = 60_000;
const readyMs = 5_000;

/** The environment travels through the gate and is no part of what stands. */
export function armedKey(profile: SandboxProfile, covered: Covered): string {
  return JSON.stringify([{ ...profile, environment: {} }, covered]);
}

/** One that does not get ready in its time is ended; null. */
async function whenReady(obtained: Obtained): Promise<Obtained | null> {
  const timer = setTimeout(() => obtained.standing.launched.kill(), readyMs);
  const ready = await obtained.standing.ready;
  clearTimeout(timer);
  return ready ? obtained : null;
}

export function openArmoury({ atMost = usualMost, idleMs = usualIdleMs } = {}): Armoury {
  const armed = new Map<string, Armed>();
  const discard = (session: string): void => {
    const found = armed.get(session);
    if (found === undefined) return;
    armed.delete(session);
    clearTimeout(found.timer);
    void found.pending.then((obtained) => obtained?.standing.launched.kill());
  };
  return {
    take: async (session, key) => {
      const found = armed.get(session);
      if (found === undefined) return null;
      if (found.key !== key) {
        discard(session);
        return null;
      }
      armed.delete(session);
      clearTimeout(found.timer);
      const obtained = await found.pending;
      return obtained === null || obtained.standing.isOver() ? null : obtained;
    },
    arm: (session, key, build) => {
      discard(session);
      const oldest = armed.keys().next().value;
      if (armed.size >= atMost && oldest !== undefined) discard(oldest);
      const timer = setTimeout(() => discard(session), idleMs);
      timer.unref();
      const pending = build().then(
        (obtained) => whenReady(obtained),
        () => null, // the next execution builds its own and says what is wrong
      );
      armed.set(session, { key, pending, timer });
    },
    close: async () => {
      const pending = [...armed.values()].map((entry) => entry.pending);
      for (const session of [...armed.keys()]) discard(session);
      await Promise.all(pending.map(async (obtained) => (await obtained)?.standing.ended));
    },
  };
}
