import postgres from "postgres";
import { z } from "zod";
import type { Log } from "./log.ts";

/** What the triggers of the ledger announce when a transaction commits: ids and states, never content. */
const announcement = z.object({
  kind: z.enum(["tool_call", "execution", "approval", "keyword", "notification", "turn"]),
  orgId: z.string(),
  sessionId: z.string().optional(),
  toolCallId: z.string().optional(),
  turnId: z.string().optional(),
  memberId: z.string().optional(),
  executionId: z.string().optional(),
  hostId: z.string().optional(),
  state: z.string(),
  cancelRequested: z.boolean().optional(),
});
export type Announcement = z.infer<typeof announcement>;

export type Listener = {
  subscribe(wake: (announcement: Announcement) => void): () => void;
  close(): Promise<void>;
};

const againMs = 1_000;

/**
 * One LISTEN connection a process. It comes back by itself, also where the database was away from the start; what it
 * missed meanwhile is found by the readers' polls.
 */
export function createListener(url: string, log: Log): Listener {
  const client = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 5 });
  const readers = new Set<(announcement: Announcement) => void>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const listen = (): void => {
    client
      .listen("gatehouse", (text) => {
        const read = announcementOf(text);
        if (read !== null) for (const wake of readers) wake(read);
      })
      .catch((error: unknown) => {
        if (closed) return;
        log.error({ error: String(error) }, "cannot listen for changes");
        timer = setTimeout(listen, againMs);
      });
  };
  listen();
  return {
    subscribe(wake) {
      readers.add(wake);
      return () => readers.delete(wake);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client.end({ timeout: 1 });
    },
  };
}

/** Whoever may use the database may announce: what is none of ours wakes nobody and ends nothing. */
function announcementOf(text: string): Announcement | null {
  try {
    return announcement.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
