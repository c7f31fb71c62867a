import type { Prepared, Standing } from "./standing.ts";

/**
 * Sandboxes armed ahead: at most one for each active session, used once. One is handed out only where the execution
 * would have built exactly the same: arguments, pinned directories and limits are its key, so a changed policy, grant,
 * limit or deny list finds none and throws the old one away.
 */
export type Armoury = {
  take: (session: string, prepared: Prepared) => Standing | null;
  arm: (session: string, prepared: Prepared) => void;
  close: () => Promise<void>;
};

export type ArmouryOptions = {
  standUp: (prepared: Prepared) => Promise<Standing>;
  atMost?: number;
  idleMs?: number;
};

type Armed = {
  key: string;
  standing: Promise<Standing | null>;
  ready: Standing | null;
  timer: NodeJS.Timeout;
};

export function openArmoury({ standUp, atMost = 8, idleMs = 60_000 }: ArmouryOptions): Armoury {
  const armed = new Map<string, Armed>();
  const discard = (session: string): void => {
    const found = armed.get(session);
    if (found === undefined) return;
    armed.delete(session);
    clearTimeout(found.timer);
    void found.standing.then((standing) => standing?.launched.kill());
  };
  return {
    take: (session, prepared) => {
      const found = armed.get(session);
      if (found === undefined) return null;
      const { ready } = found;
      if (found.key !== keyOf(prepared) || ready === null || ready.isOver()) {
        discard(session);
        return null;
      }
      armed.delete(session);
      clearTimeout(found.timer);
      return ready;
    },
    arm: (session, prepared) => {
      discard(session);
      const oldest = armed.keys().next().value;
      if (armed.size >= atMost && oldest !== undefined) discard(oldest);
      const timer = setTimeout(() => discard(session), idleMs);
      timer.unref();
      const entry: Armed = { key: keyOf(prepared), standing: Promise.resolve(null), ready: null, timer };
      entry.standing = standUp(prepared).then(
        async (standing) => {
          if (!(await standing.ready)) return null;
          entry.ready = standing;
          return standing;
        },
        () => null, // the next execution builds its own and says what is wrong
      );
      armed.set(session, entry);
    },
    close: async () => {
      const standing = [...armed.values()].map((entry) => entry.standing);
      for (const session of [...armed.keys()]) discard(session);
      await Promise.all(standing.map(async (pending) => (await pending)?.ended));
    },
  };
}

function keyOf({ plan, order, outputBytes }: Prepared): string {
  return JSON.stringify([plan, order.limits, outputBytes]);
}
