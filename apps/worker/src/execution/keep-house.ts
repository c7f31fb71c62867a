import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { HostCtx } from "@gatehouse/services/execution/host-ctx";
import { pruneVersions } from "@gatehouse/services/file/prune";
import { adoptTrash, trashStates } from "@gatehouse/services/trash/adopt";
import { sweepTrash } from "@gatehouse/services/trash/sweep";
import { openHistory } from "../files/history-store.ts";
import { emptyItem, storedThing } from "../files/trash-bin.ts";
import type { Directories } from "./directories.ts";

const everyMs = 20_000;
const leftoversEveryMs = 3_600_000;

/** The files that this host keeps for a time: what is due in the trash, and versions nobody can ask for any more. */
export function keepHouse(ctx: HostCtx, directories: Directories): () => Promise<void> {
  let stopped = false;
  let lastPrune = Number.NEGATIVE_INFINITY;
  let running: Promise<void> = Promise.resolve();
  const sweep = async (): Promise<void> => {
    try {
      await sweepTrash(ctx, (storedName) => emptyItem(directories.trash, storedName));
      if (performance.now() - lastPrune < leftoversEveryMs || stopped) return;
      lastPrune = performance.now();
      for (const { directory, digests } of await pruneVersions(ctx))
        openHistory(directories.history, directory).prune(digests);
      await settleLeftovers(ctx, directories);
    } catch (error) {
      ctx.log.warn({ error: String(error) }, "the trash was not swept and will be again");
    }
  };
  const timer = setInterval(() => {
    running = running.then(sweep);
  }, everyMs);
  running = sweep();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}

const settledAfterMs = 600_000;

/** What stands in the trash without a live row: the rest of something restored or emptied, or of a record that was lost. */
async function settleLeftovers(ctx: HostCtx, directories: Directories): Promise<void> {
  const present = readdirSync(directories.trash).filter((name) => /^[0-9a-f]{32}$/.test(name));
  for (const [storedName, state] of await trashStates(ctx, present)) {
    if (state === "kept") continue;
    if (state === "gone") {
      emptyItem(directories.trash, storedName);
      continue;
    }
    const { mtimeMs } = statSync(path.join(directories.trash, storedName));
    if (Date.now() - mtimeMs < settledAfterMs) continue;
    const thing = storedThing(directories.trash, storedName);
    if (thing === null) emptyItem(directories.trash, storedName);
    else await adoptTrash(ctx, { storedName, ...thing.origin, bytes: thing.bytes });
  }
}
