import { unlinkSync } from "node:fs";
import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { openReadingEnd } from "../output/pump.ts";
import { type Programs, programCollector } from "./program-tree.ts";

/** Reads a trace from its FIFO while it is written; a slow reader slows the command and never fills our memory. */
export type Trace = {
  fifo: string;
  /** the tracer has opened its end: nobody else can any more */
  opened: () => void;
  /** what is executed from this moment on is the command's */
  begin: (atMs: number) => void;
  /** after the tracer ended; what it still had to say is waited for */
  end: () => Promise<Programs>;
};

const lastWordsMs = 2_000;

export function openTrace(fifo: string): Trace {
  let since: number | null = null;
  let unlinked = false;
  const collector = programCollector((atMs) => since !== null && atMs >= since);
  const socket = new Socket({ fd: openReadingEnd(fifo), readable: true, writable: false });
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on("line", collector.line);
  const closed = new Promise<void>((resolve) => lines.once("close", resolve));
  const opened = (): void => {
    if (!unlinked) unlinkSync(fifo);
    unlinked = true;
  };
  return {
    fifo,
    opened,
    begin: (atMs) => {
      since = atMs;
    },
    end: async () => {
      opened();
      const timer = setTimeout(() => socket.destroy(), since === null ? 0 : lastWordsMs);
      socket.once("close", () => lines.close());
      await closed;
      clearTimeout(timer);
      socket.destroy();
      return collector.end();
    },
  };
}
