import { useSyncExternalStore } from "react";

/** Whether the server answers; a state of its own, never mixed with the state of a session or a call. */
export type Connection = "connecting" | "live" | "lost";

let current: Connection = "connecting";
const listeners = new Set<() => void>();

export function setConnection(next: Connection): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => "connecting",
  );
}
