/**
 * One claimed execution on this host, in this order and nothing else: read the host's facts, decide again, profile, commit
 * the start, run, pump, finish. Each step that writes names the lease; without it nothing more is written.
 */
import { createHash } from "node:crypto";
import { canonicalJson } from "@gatehouse/core/canonical";
import type { OutputStream } from "@gatehouse/core/contracts/output";
import type { Facts } from "@gatehouse/core/path/facts";
import { adviceAfterFailure } from "@gatehouse/core/policy/advice";
import type { SandboxProfile } from "@gatehouse/core/sandbox/profile";
import type { Decided } from "@gatehouse/services/decision/record";
import { tooLongToRead } from "@gatehouse/services/decision/too-long";
import {
  type Claimed,
  type CommandWork,
  isCommandWork,
  isFileWork,
  isWebWork,
  type Work,
} from "@gatehouse/services/execution/claim";
import { failUnstarted } from "@gatehouse/services/execution/end-unstarted";
import { holdExecution } from "@gatehouse/services/execution/hold";
import type { HostCtx } from "@gatehouse/services/execution/host-ctx";
import { refuseExecution } from "@gatehouse/services/execution/refuse";
import { startExecution } from "@gatehouse/services/execution/start";
import { type SessionSecret, sessionSecrets } from "@gatehouse/services/secret/session";
import type { Listener } from "@gatehouse/services/listen";
import { denialOf } from "@gatehouse/services/tool-call/view";
import { homeOf } from "@gatehouse/services/workspace/home-of";
import type { ThreadPool } from "../files/thread-pool.ts";
import type { WorkspaceWatch } from "../files/workspace-watch.ts";
import type { SandboxHost } from "../process/execution-types.ts";
import { createMasker } from "../output/mask.ts";
import { neutralCall } from "../sandbox/neutral-git.ts";
import { buildProfile } from "./build-profile.ts";
import { type Directories, ownDirectory } from "./directories.ts";
import { endOf } from "./end-of.ts";
import { changesOf } from "./changes-of.ts";
import type { HeldLease, Leases } from "./leases.ts";
import { observedOf } from "./observed-of.ts";
import { createLeaseWriter } from "./lease-writer.ts";
import type { OutputWriter } from "./output-writer.ts";
import { resolveFacts } from "./resolve-facts.ts";
import { runFile } from "./run-file.ts";
import { runOutside } from "./run-outside.ts";
import { runQuestion } from "./run-question.ts";
import { runTrash } from "./run-trash.ts";
import { runWeb } from "./run-web.ts";
import { recordEnd } from "./record-end.ts";
import { usedGrants } from "./used-grants.ts";
import { watchJob } from "./watch-job.ts";

export type Worker = {
  ctx: HostCtx;
  sandbox: SandboxHost;
  leases: Leases;
  directories: Directories;
  /** knows what the workspaces held; one a process */
  watch: WorkspaceWatch;
  threads: ThreadPool;
  /** tools of the worker itself may reach the network */
  network: boolean;
  listener: Listener;
};

export async function runExecution(worker: Worker, claimed: Claimed): Promise<void> {
  const held = worker.leases.hold(claimed.lease, claimed.at);
  try {
    await carryOut(worker, held, claimed.work);
  } catch (error) {
    if (!held.lost.aborted) await failUnstarted(worker.ctx, claimed);
    throw error;
  } finally {
    held.release();
  }
}

async function carryOut(worker: Worker, held: HeldLease, work: Work): Promise<void> {
  const { ctx } = worker;
  const { lease } = held;
  const now = new Date();
  const home =
    work.homeDirectory ??
    (await homeOf(ctx.db, { orgId: work.orgId, memberId: work.memberId, hostId: ctx.hostId }));
  const workspace = ownDirectory(worker.directories.workspaces, work.workspaceDirectory);
  const keep = ownDirectory(worker.directories.homes, home);
  const view = { workspace: workspace.path, keep: keep.path };
  const { decided, facts } = await decideAgain(ctx, work, { view, now });
  const { decision } = decided;
  if (decision.verdict === "deny") {
    await refuseExecution(ctx, { lease, work, decided, refusal: denialOf(decision.reasons) });
    return;
  }
  if (decision.verdict === "ask") {
    await holdExecution(ctx, { lease, work, decided, now });
    return;
  }
  if (isFileWork(work)) {
    await runFile(worker, held, { work, decided, view, facts });
    return;
  }
  if (isWebWork(work)) {
    await carryOutWeb(worker, held, { work, decided, view, facts });
    return;
  }
  if (work.call.tool === "ask_user") {
    await runQuestion(worker, held, { work, decided, view });
    return;
  }
  if (!isCommandWork(work)) return;
  if (decision.effect === "trash") {
    await runTrash(worker, held, { work, decided, view, facts });
    return;
  }
  if (decision.effect === "sudo" || decision.effect === "unsandboxed") {
    await runOutside(worker, held, { work, decided, effect: decision.effect, workspace: workspace.path });
    return;
  }
  if (decision.effect !== "run") throw new Error(`a command cannot be carried out as ${decision.effect}`);
  const { argv: asked } = work.call.input;
  const { argv, environment } = decision.readOnly ? neutralCall(asked) : { argv: asked, environment: {} };
  const secrets = await sessionSecrets(ctx.db, ctx.secretKeys, work);
  const { egress, strict } = worker.sandbox.report;
  const derived = buildProfile({ work, workspace, keep, egress, strict, environment });
  if (derived.kind === "refused") {
    const { code, sentence, hint } = derived;
    await refuseExecution(ctx, { lease, work, decided, refusal: { code, sentence, hint } });
    return;
  }
  await runSandboxed(worker, held, {
    work,
    decided,
    seen: facts,
    argv,
    profile: derived.profile,
    secrets,
    workspace: workspace.path,
  });
}

/** A host that has no way out refuses what needs one; nothing is half done. */
async function carryOutWeb(worker: Worker, held: HeldLease, of: Parameters<typeof runWeb>[2]): Promise<void> {
  if (worker.network) {
    await runWeb(worker, held, of);
    return;
  }
  const refusal = {
    code: "network_unavailable",
    sentence: "This host has no way to the network.",
    hint: "Go on without it, or ask an admin for a host with the network.",
  };
  await refuseExecution(worker.ctx, { lease: held.lease, work: of.work, decided: of.decided, refusal });
}

/** The same function as in the web tier, on inodes instead of names, with the policy and the grants of this moment. */
async function decideAgain(
  ctx: HostCtx,
  work: Work,
  at: { view: { workspace: string; keep: string }; now: Date },
): Promise<{ decided: Decided; facts: Facts }> {
  const paths = await ctx.evaluate.pathsOf(work.call, work.policy);
  const facts = resolveFacts(paths ?? [], at.view);
  const decision =
    paths === null
      ? tooLongToRead()
      : await ctx.evaluate.decide({
          call: work.call,
          mode: work.mode,
          policy: work.policy,
          grants: work.grants,
          facts,
          digest: work.digest,
          now: at.now,
        });
  const { number: policyNumber, document } = work.policy;
  const { defaultsDigest } = document;
  const decided: Decided = {
    decision,
    facts: "resolved",
    policyNumber,
    defaultsDigest,
    at: at.now,
    seen: facts,
  };
  return { decided, facts };
}

type Sandboxed = {
  work: CommandWork;
  decided: Decided;
  seen: Facts;
  argv: readonly string[];
  profile: SandboxProfile;
  /** for its environment, and masked wherever it prints them; no part of the profile, whose digest is recorded */
  secrets: readonly SessionSecret[];
  workspace: string;
};

async function runSandboxed(worker: Worker, held: HeldLease, of: Sandboxed): Promise<void> {
  const { ctx } = worker;
  const { lease } = held;
  const { work, decided, seen, argv, profile, secrets, workspace } = of;
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
    advise: () => adviceAfterFailure(work.call.input, writer.lastText(), seen),
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
