/**
 * A script tool, or its trial: an admin's code under its interpreter in the sandbox, with network, and what the model sent
 * on standard input. Nothing of the input reaches a command line or the environment.
 */
import { canonicalJson } from "@gatehouse/core/canonical";
import { type HostPath, scriptPlaces } from "@gatehouse/core/sandbox/profile";
import { sandboxLimits } from "@gatehouse/core/sandbox/sandbox-limits";
import { defaultScriptSeconds, trialMs } from "@gatehouse/core/tool-call/script-input";
import type { Decided } from "@gatehouse/services/decision/record";
import type { ScriptWork } from "@gatehouse/services/execution/claim";
import { refuseExecution } from "@gatehouse/services/execution/refuse";
import { scriptText } from "@gatehouse/services/script-tool/text";
import { openSessionSecrets } from "@gatehouse/services/secret/session";
import { writeScriptFiles } from "../sandbox/script-files.ts";
import { buildProfile } from "./build-profile.ts";
import type { HeldLease } from "./leases.ts";
import type { Worker } from "./run-execution.ts";
import { runSandboxed } from "./run-sandboxed.ts";

type ScriptRun = { work: ScriptWork; decided: Decided; workspace: HostPath; keep: HostPath };

export async function runScript(worker: Worker, held: HeldLease, of: ScriptRun): Promise<void> {
  const { ctx, sandbox } = worker;
  const { work, decided, workspace, keep } = of;
  const text = await scriptText(ctx.db, work);
  const ownMs = (text.timeoutSeconds ?? defaultScriptSeconds) * 1000;
  const derived = buildProfile({
    work,
    workspace,
    keep,
    egress: sandbox.report.egress,
    strict: sandbox.report.strict,
    environment: {},
    network: true,
    writePaths: [],
    limits: {
      ...sandboxLimits(work.policy.document.limits),
      wallMs: work.call.tool === "test_tool" ? Math.min(trialMs, ownMs) : ownMs,
    },
  });
  if (derived.kind === "refused") {
    const { code, sentence, hint } = derived;
    await refuseExecution(ctx, { lease: held.lease, work, decided, refusal: { code, sentence, hint } });
    return;
  }
  const secrets = openSessionSecrets(ctx.secretKeys, work);
  const { remove, ...script } = writeScriptFiles(worker.directories.run, {
    executionId: work.executionId,
    code: text.code,
    input: `${canonicalJson(work.call.input.arguments)}\n`,
  });
  try {
    await runSandboxed(worker, held, {
      work,
      decided,
      argv: [text.interpreter, scriptPlaces.code],
      profile: { ...derived.profile, script },
      secrets,
      workspace: workspace.path,
      advise: () => null,
    });
  } finally {
    remove();
  }
}
