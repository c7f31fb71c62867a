import type { Outputs } from "../../trpc/client.ts";

export type LogRow = Outputs["output"]["rows"]["rows"][number];
export type LoadRows = (from: number, limit: number) => Promise<Outputs["output"]["rows"]>;

export const pageRows = 200;
/** So many pages stay in memory; what was seen longest ago goes first. */
const mostPages = 60;
const atOnce = 3;
const againMs = 1_000;

type PageState = { rows: LogRow[]; complete: boolean; stale: boolean };

/** Rows of one output, a page at a time, as they are looked at. Memory does not grow with the output. */
export type LogPages = {
  row: (row: number) => LogRow | undefined;
  /** rows that are in view; what is missing of them is asked for */
  need: (from: number, to: number) => void;
  /** the output has grown: what was not complete is asked for again */
  grew: () => void;
  subscribe: (listener: () => void) => () => void;
  version: () => number;
  close: () => void;
};

export function createLogPages(load: LoadRows): LogPages {
  const pages = new Map<number, PageState>();
  const loading = new Set<number>();
  const listeners = new Set<() => void>();
  let wanted: readonly [number, number] = [0, -1];
  let version = 0;
  let generation = 0;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const put = (page: number, state: PageState): void => {
    pages.delete(page);
    pages.set(page, state);
    for (const old of pages.keys()) {
      if (pages.size <= mostPages) break;
      if (old < wanted[0] || old > wanted[1]) pages.delete(old);
    }
  };
  const fetchPage = async (page: number): Promise<void> => {
    loading.add(page);
    const before = pages.get(page);
    const asked = generation;
    if (before) before.stale = false;
    try {
      const { rows, complete } = await load(page * pageRows, pageRows);
      if (closed) return;
      put(page, { rows, complete, stale: asked !== generation });
      version += 1;
      for (const listener of listeners) listener();
    } catch (failed) {
      if (closed) return;
      console.warn("reading rows failed, trying again", failed);
      if (before) before.stale = true;
      clearTimeout(timer);
      timer = setTimeout(fill, againMs);
      return;
    } finally {
      loading.delete(page);
    }
    fill();
  };
  const fill = (): void => {
    for (let page = wanted[0]; page <= wanted[1] && loading.size < atOnce && !closed; page += 1) {
      const known = pages.get(page);
      if (loading.has(page) || (known && (known.complete || !known.stale))) continue;
      void fetchPage(page);
    }
  };
  return {
    row: (row) => pages.get(Math.floor(row / pageRows))?.rows[row % pageRows],
    need(from, to) {
      closed = false;
      wanted = [Math.floor(Math.max(0, from) / pageRows), Math.floor(Math.max(0, to) / pageRows)];
      fill();
    },
    grew() {
      generation += 1;
      for (const page of pages.values()) if (!page.complete) page.stale = true;
      fill();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
