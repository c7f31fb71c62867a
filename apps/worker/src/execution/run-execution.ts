/**
 * One claimed execution on this host, in this order and nothing else: read the host's facts, decide again, profile, commit
 * the start, run, pump, finish. Each step that writes names the lease; without it nothing more is written.
 */
import type { Facts } from "@gatehouse/core/path/facts";
import { adviceAfterFailure } from "@gatehouse/core/policy/advice";
import type { Decided } from "@gatehouse/services/decision/record";
import { tooLongToRead } from "@gatehouse/services/decision/too-long";
import {
  type Claimed,
  isCommandWork,
  isFileWork,
  isMediaWork,
  isScriptWork,
  isShowWork,
  isWebWork,
  type Work,
} from "@gatehouse/services/execution/claim";
import { failUnstarted } from "@gatehouse/services/execution/end-unstarted";
import { holdExecution } from "@gatehouse/services/execution/hold";
import type { HostCtx } from "@gatehouse/services/execution/host-ctx";
import { refuseExecution } from "@gatehouse/services/execution/refuse";
import { scriptFacts } from "@gatehouse/services/script-tool/facts";
import { openSessionSecrets } from "@gatehouse/services/secret/session";
import type { Listener } from "@gatehouse/services/listen";
import { denialOf } from "@gatehouse/services/tool-call/view";
import { homeOf } from "@gatehouse/services/workspace/home-of";
import type { ThreadPool } from "../files/thread-pool.ts";
import type { WorkspaceWatch } from "../files/workspace-watch.ts";
import type { SandboxHost } from "../process/execution-types.ts";
import { loadsMemberCode } from "@gatehouse/core/sandbox/member-code";
import { neutralCall } from "../sandbox/neutral-git.ts";
import { buildProfile, limitsOf } from "./build-profile.ts";
import { type Directories, ownDirectory } from "./directories.ts";
import type { HeldLease, Leases } from "./leases.ts";
import { resolveFacts } from "./resolve-facts.ts";
import { runFile } from "./run-file.ts";
import { runMedia } from "./run-media.ts";
import { runOutside } from "./run-outside.ts";
import { runQuestion } from "./run-question.ts";
import { runSandboxed } from "./run-sandboxed.ts";
import { runScript } from "./run-script.ts";
import { runShow } from "./run-show.ts";
import { runTrash } from "./run-trash.ts";
import { runWeb } from "./run-web.ts";
import { databaseNow } from "@gatehouse/services/database-clock";

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
  const now = await databaseNow(ctx.db);
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
  if (isMediaWork(work)) {
    await runMedia(worker, held, { work, decided, view, facts });
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
  if (isShowWork(work)) {
    await runShow(worker, held, { work, decided, view, facts });
    return;
  }
  if (isScriptWork(work)) {
    await runScript(worker, held, { work, decided, workspace, keep });
    return;
  }
  if (!isCommandWork(work)) throw new Error(`nothing carries out ${work.call.tool}`);
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
  const secrets = openSessionSecrets(ctx.secretKeys, work);
  const { egress, strict } = worker.sandbox.report;
  const derived = buildProfile({
    work,
    workspace,
    keep,
    egress,
    strict,
    environment,
    network: work.call.input.network ?? false,
    unwritable: decision.readOnly && loadsMemberCode(asked),
    writePaths: work.call.input.write_paths ?? [],
    limits: limitsOf(work),
  });
  if (derived.kind === "refused") {
    const { code, sentence, hint } = derived;
    await refuseExecution(ctx, { lease, work, decided, refusal: { code, sentence, hint } });
    return;
  }
  await runSandboxed(worker, held, {
    work,
    decided,
    argv,
    profile: derived.profile,
    secrets,
    workspace: workspace.path,
    advise: (output) => adviceAfterFailure(work.call.input, output, facts),
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
  const script = await scriptFacts(ctx.db, work);
  const decision =
    paths === null
      ? tooLongToRead()
      : await ctx.evaluate.decide({
          call: work.call,
          mode: work.mode,
          policy: work.policy,
          grants: work.grants,
          facts,
          script,
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
