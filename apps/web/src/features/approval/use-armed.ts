"use client";

import { useEffect, useState } from "react";

const armMs = 400;

/** False for a moment after the card appears or changes, so that no click meant for something else answers it. */
export function useArmed(changesWith: string): boolean {
  const [armedFor, setArmedFor] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setArmedFor(changesWith), armMs);
    return () => clearTimeout(timer);
  }, [changesWith]);
  return armedFor === changesWith;
}
