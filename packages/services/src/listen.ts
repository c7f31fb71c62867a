import postgres from "postgres";
import { z } from "zod";
import type { Log } from "./log.ts";

/** What the triggers of the ledger announce when a transaction commits: ids and states, never content. */
const announcement = z.object({
  kind: z.enum(["tool_call", "execution", "approval"]),
  orgId: z.string(),
  sessionId: z.string(),
  toolCallId: z.string(),
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

/** One LISTEN connection a process. It reconnects by itself; what it missed meanwhile is found by the readers' polls. */
export function createListener(url: string, log: Log): Listener {
  const client = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 5 });
  const readers = new Set<(announcement: Announcement) => void>();
  client
    .listen("gatehouse", (text) => {
      const parsed = announcement.safeParse(JSON.parse(text));
      if (!parsed.success) return;
      for (const wake of readers) wake(parsed.data);
    })
    .catch((error: unknown) => log.error({ error: String(error) }, "cannot listen for changes"));
  return {
    subscribe(wake) {
      readers.add(wake);
      return () => readers.delete(wake);
    },
    async close() {
      await client.end({ timeout: 1 });
    },
  };
}
