"use client";

import { useSyncExternalStore } from "react";

/** Where a panel has room beside the session; the same width as `lg`. */
const query = "(min-width: 64rem)";

function subscribe(changed: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
}

export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  );
}
