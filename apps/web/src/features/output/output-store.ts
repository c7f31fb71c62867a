import { appendBytes, createRowIndex, type RowIndex } from "./row-index.ts";

/** Above this the browser keeps no more; the whole is a download away. */
const viewLimitBytes = 64 * 1024 * 1024;
const notifyEveryMs = 80;

export type OutputChunk = { offset: number; stream: "stdout" | "stderr"; bytesBase64: string };
export type OutputPhase = "loading" | "live" | "lost" | "done" | "failed";

export type OutputStore = {
  index: RowIndex;
  /** offset of the first byte not yet seen: where every resume starts */
  next: number;
  phase: OutputPhase;
  beyondView: boolean;
  version: number;
  listeners: Set<() => void>;
  timer: ReturnType<typeof setTimeout> | null;
};

export function createOutputStore(): OutputStore {
  return {
    index: createRowIndex(),
    next: 0,
    phase: "loading",
    beyondView: false,
    version: 0,
    listeners: new Set(),
    timer: null,
  };
}

export function decodeBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Coalesces: however fast chunks arrive, the view is told at most every `notifyEveryMs`. */
export function announce(store: OutputStore): void {
  if (store.timer !== null) return;
  store.timer = setTimeout(() => {
    store.timer = null;
    store.version += 1;
    for (const listener of store.listeners) listener();
  }, notifyEveryMs);
}

export function setPhase(store: OutputStore, phase: OutputPhase): void {
  if (store.phase === phase || store.phase === "done") return;
  store.phase = phase;
  announce(store);
}

/**
 * Takes a chunk exactly once: bytes seen before are cut off, and a chunk that leaves a gap is not taken.
 * False means that the reader must ask again from `store.next`.
 */
export function takeChunk(store: OutputStore, chunk: OutputChunk): boolean {
  if (chunk.offset > store.next) return false;
  const bytes = decodeBase64(chunk.bytesBase64);
  const fresh = bytes.subarray(Math.min(bytes.length, store.next - chunk.offset));
  if (fresh.length === 0) return true;
  store.next += fresh.length;
  if (store.next > viewLimitBytes) store.beyondView = true;
  else appendBytes(store.index, chunk.stream === "stderr" ? 1 : 0, fresh);
  announce(store);
  return true;
}
