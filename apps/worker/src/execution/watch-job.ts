import { isCommandCall } from "@gatehouse/core/tool-call/tool-call";
import type { Work } from "@gatehouse/services/execution/claim";
import type { HostCtx, Lease } from "@gatehouse/services/execution/host-ctx";
import { noteUsage } from "@gatehouse/services/execution/usage";
import { appendHits, type KeywordHit } from "@gatehouse/services/job/append-hits";
import { keywordsOf } from "@gatehouse/services/job/keywords";
import type { Listener } from "@gatehouse/services/listen";
import { createKeywordWatch } from "../output/keyword-watch.ts";
import type { Usage } from "../process/usage.ts";
import type { FoundInRow, WriterOptions } from "./output-writer.ts";

/** What is done beside a background command while it runs: its output is watched for words, its use is noted. */
export type JobWatch = Required<Pick<WriterOptions, "find" | "onFound">> & {
  onUsage: (usage: Usage) => void;
  /** every hit is written when this resolves */
  end: () => Promise<void>;
};

const mostHits = 1_000;
const usageEveryMs = 3_000;
const reloadMs = 10_000;

export async function watchJob(
  ctx: HostCtx,
  listener: Listener,
  of: { lease: Lease; work: Work },
): Promise<JobWatch | null> {
  const { lease, work } = of;
  const { call } = work;
  if (!isCommandCall(call) || call.tool !== "background_command") return null;
  const job = { id: work.toolCallId, input: call.input };
  const watch = createKeywordWatch(await keywordsOf(ctx.pool, job));
  const warn = (what: string) => (error: unknown) =>
    ctx.log.warn({ executionId: lease.executionId, error: String(error) }, what);
  const reload = (): void => {
    keywordsOf(ctx.pool, job).then(watch.setWords, warn("the keywords were not read again"));
  };
  const timer = setInterval(reload, reloadMs);
  const leave = listener.subscribe((change) => {
    if (change.kind === "keyword" && change.state !== "found" && change.toolCallId === work.toolCallId)
      reload();
  });
  const hits = hitWriter(
    (batch) => appendHits(ctx.pool, lease, batch),
    warn("keyword hits were not written"),
  );
  const usage = usageNoter((now) => noteUsage(ctx.pool, lease, now), warn("the use was not noted"));
  return {
    find: watch.find,
    onFound: hits.add,
    onUsage: usage,
    async end() {
      clearInterval(timer);
      leave();
      await hits.end();
    },
  };
}

/** One write at a time; what is found meanwhile goes with the next. */
function hitWriter(
  write: (hits: readonly KeywordHit[]) => Promise<void>,
  failed: (error: unknown) => void,
): { add: (found: readonly FoundInRow[]) => void; end: () => Promise<void> } {
  let waiting: KeywordHit[] = [];
  let seq = 0;
  let writing: Promise<void> | null = null;
  const flush = (): void => {
    if (writing !== null || waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    writing = write(batch)
      .catch(failed)
      .finally(() => {
        writing = null;
        flush();
      });
  };
  return {
    add(found) {
      for (const { keyword, offset, row, stream, excerpt } of found) {
        if (seq >= mostHits) return;
        waiting.push({ seq, keyword, offset, row, stream, excerpt });
        seq += 1;
      }
      flush();
    },
    async end() {
      while (writing !== null) await writing;
    },
  };
}

function usageNoter(
  write: (now: { cpuPercent: number; memoryBytes: number; processes: number; atMs: number }) => Promise<void>,
  failed: (error: unknown) => void,
): (usage: Usage) => void {
  let before: { at: number; cpuMs: number } | null = null;
  return ({ cpuMs, memoryBytes, processCount }) => {
    const at = performance.now();
    if (before !== null && at - before.at < usageEveryMs) return;
    const cpuPercent =
      before === null ? 0 : Math.max(0, Math.round(((cpuMs - before.cpuMs) / (at - before.at)) * 100));
    before = { at, cpuMs };
    write({ cpuPercent, memoryBytes, processes: processCount, atMs: Date.now() }).catch(failed);
  };
}
