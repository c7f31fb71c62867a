"use client";

import { useEffect, useState } from "react";

/** The time, renewed while `ticking`; null before the page runs in a browser. */
export function useNow(ticking: boolean, everyMs = 1000): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    setNow(new Date());
    if (!ticking) return;
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [ticking, everyMs]);
  return now;
}
