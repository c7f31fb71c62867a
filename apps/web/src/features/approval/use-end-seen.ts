"use client";

import { type RefCallback, useCallback, useEffect } from "react";
import { markRead, mustRead } from "./read-end.ts";

/** For what is drawn after the end of a long text: it counts as read once that was in view. */
export function useEndSeen<E extends HTMLElement>(key: string, long: boolean): RefCallback<E> {
  useEffect(() => {
    if (long) mustRead(key);
  }, [key, long]);
  return useCallback(
    (element: E | null) => {
      if (element === null || !long) return;
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        markRead(key);
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [key, long],
  );
}
