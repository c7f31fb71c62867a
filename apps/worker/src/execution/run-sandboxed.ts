/**
 * One process in the sandbox, from its profile to its recorded end: the start is committed while the sandbox is built,
 * the process waits for both, and what it printed, executed and changed stands with its end.
 */
import { createHash } from "node:crypto";
import { canonicalJson } from "@gatehouse/core/canonical";
import type { OutputStream } from "@gatehouse/core/contracts/output";
import type { SandboxProfile } from "@gatehouse/core/sandbox/profile";
import type { Decided } from "@gatehouse/services/decision/record";
import type { Work } from "@gatehouse/services/execution/claim";
import { startExecution } from "@gatehouse/services/execution/start";
import type { SessionSecret } from "@gatehouse/services/secret/session";
import { createMasker } from "../output/mask.ts";
import { changesOf } from "./changes-of.ts";
import { endOf } from "./end-of.ts";
import { createLeaseWriter } from "./lease-writer.ts";
import type { HeldLease } from "./leases.ts";
import { observedOf } from "./observed-of.ts";
import type { OutputWriter } from "./output-writer.ts";
import { recordEnd } from "./record-end.ts";
import type { Worker } from "./run-execution.ts";
import { usedGrants } from "./used-grants.ts";
import { watchJob } from "./watch-job.ts";

export type Sandboxed = {
  work: Work;
  decided: Decided;
  argv: readonly string[];
  profile: SandboxProfile;
  /** for its environment, and masked wherever it prints them; no part of the profile, whose digest is recorded */
  secrets: readonly SessionSecret[];
  workspace: string;
  /** what to tell a model after a failure, from the end of the output */
  advise: (output: string) => string | null;
};

export async function runSandboxed(worker: Worker, held: HeldLease, of: Sandboxed): Promise<void> {
  let recorded: () => void = () => undefined;
  const armAfter = new Promise<void>((resolve) => {
    recorded = resolve;
  });
  try {
    await carryOut(worker, held, { ...of, armAfter });
  } finally {
    recorded();
  }
}

async function carryOut(
  worker: Worker,
  held: HeldLease,
  of: Sandboxed & { armAfter: Promise<void> },
): Promise<void> {
  const { ctx } = worker;
  const { lease } = held;
  const { work, decided, argv, profile, secrets, workspace } = of;
  const masker = createMasker(secrets);
  const job = await watchJob(ctx, worker.listener, { lease, work });
  const writer = createLeaseWriter(ctx, held, job);
  const grantIds = usedGrants(work, decided.decision, profile);
  // The commit runs while the sandbox is being built; the command waits for both.
  const committed = startExecution(ctx, {
    lease,
    work,
    decided,
    profileDigest: digestOf(profile),
    grantIds,
  });
  committed.catch(() => undefined);
  const before = worker.watch.begin(workspace);
  before.catch(() => undefined);
  const running = worker.sandbox.start({
    executionId: lease.executionId,
    session: work.sessionId,
    armAfter: of.armAfter,
    argv,
    profile: withSecrets(profile, secrets),
    beforeGo: async () => {
      await before;
      return (await committed) && !held.lost.aborted;
    },
    onChunk: (stream, bytes) => pushWhole(writer, stream, masker.push(stream, bytes)),
    ...(job === null ? {} : { onUsage: job.onUsage }),
    signal: AbortSignal.any([held.cancelled, held.lost, held.stopped]),
  });
  const facts = await running.done;
  for (const stream of ["stdout", "stderr"] as const) await pushWhole(writer, stream, masker.end(stream));
  await job?.end();
  // The last write ends while the workspace is looked at.
  const ending = writer.end();
  ending.catch(() => undefined);
  const after = await worker.watch.end(workspace, await before);
  if (held.lost.aborted) {
    ctx.log.warn(
      { executionId: lease.executionId, why: String(held.lost.reason) },
      "the lease was lost; the sandbox is gone",
    );
    return;
  }
  const started = await committed;
  const written = await ending;
  const end = endOf(facts, {
    started,
    stopped: held.stopped.aborted && !held.cancelled.aborted,
    profile,
    advise: () => of.advise(writer.lastText()),
  });
  await recordEnd(ctx, held, {
    work,
    grantIds,
    end,
    written,
    sandboxArgs: facts.bwrapArgs,
    observed: observedOf(facts, profile, masker.text),
    files: changesOf(worker, work, { before: await before, after, workspace }),
  });
}

async function pushWhole(writer: OutputWriter, stream: OutputStream, bytes: Buffer): Promise<void> {
  if (bytes.length > 0) await writer.push(stream, bytes);
}

function withSecrets(profile: SandboxProfile, secrets: readonly SessionSecret[]): SandboxProfile {
  const given = Object.fromEntries(secrets.map(({ name, value }) => [name, value]));
  return { ...profile, environment: { ...given, ...profile.environment } };
}

function digestOf(profile: SandboxProfile): string {
  return createHash("sha256")
    .update(`gatehouse profile 1\n${canonicalJson(profile)}`)
    .digest("hex");
}
