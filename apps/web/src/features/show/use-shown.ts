"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { isShown, type ShownCall } from "./shown-calls.ts";

/** What a person chose while `newest` was the newest thing to see; null: they closed it. */
type Choice = { newest: string; shown: string | null };

const keyOf = (sessionId: string): string => `gatehouse.shown.${sessionId}`;

function readChoice(sessionId: string): Choice | null {
  try {
    const read = JSON.parse(localStorage.getItem(keyOf(sessionId)) ?? "null") as Partial<Choice> | null;
    if (typeof read?.newest !== "string") return null;
    return { newest: read.newest, shown: typeof read.shown === "string" ? read.shown : null };
  } catch (_forbiddenOrBroken) {
    return null;
  }
}

export type Shown = {
  /** what stands beside the session; null: nothing, or it was closed */
  call: ShownCall | null;
  /** everything that can be looked at, oldest first */
  all: readonly ShownCall[];
  show: (id: string) => void;
  close: () => void;
};

/**
 * What an agent put before the people of a session. Everybody sees the newest; what one chose or closed counts for
 * themselves, in this browser, until something newer comes.
 */
export function useShown(sessionId: string, calls: readonly ToolCallView[] | undefined): Shown {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    setChoice(readChoice(sessionId));
    setReady(true);
  }, [sessionId]);
  const all = useMemo(() => (calls ?? []).filter(isShown), [calls]);
  const newest = all.at(-1);
  const choose = useCallback(
    (shown: string | null) => {
      const next = { newest: newest?.id ?? "", shown };
      setChoice(next);
      try {
        localStorage.setItem(keyOf(sessionId), JSON.stringify(next));
      } catch (_forbidden) {
        // A browser that keeps nothing shows the newest again after a reload.
      }
    },
    [newest?.id, sessionId],
  );
  const show = useCallback((id: string) => choose(id), [choose]);
  const close = useCallback(() => choose(null), [choose]);
  const chosen = choice?.newest === newest?.id ? choice : null;
  const id = chosen === null ? newest?.id : chosen.shown;
  const call = ready ? (all.find((one) => one.id === id) ?? null) : null;
  return { call, all, show, close };
}
