import { mkdtempSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type HostPath, type SandboxProfile, defaultLimits } from "@gatehouse/core/sandbox/profile";
import type { SandboxHost } from "../process/execution-types.ts";
import type { HostCheck } from "./host-report.ts";

/**
 * Questions put to a real sandbox at boot, from inside: one that answers wrongly stops the worker. Bash's own
 * commands wherever they do, so that the whole takes one start and a few milliseconds.
 */
const questions: readonly (readonly [string, string])[] = [
  ["is not root", "[[ $EUID == 1000 ]]"],
  ["has no capability", "grep -q '^CapEff:.0000000000000000$' /proc/self/status"],
  ["gains no privileges", "grep -q '^NoNewPrivs:.1$' /proc/self/status"],
  ["has a syscall filter", "grep -q '^Seccomp:.2$' /proc/self/status"],
  ["sees no process of the host", "p=(/proc/[0-9]*); ((${#p[@]} < 10))"],
  ["sees no interface but loopback", "[[ $(grep -c : /proc/net/dev) == 1 ]]"],
  ["cannot make a user namespace", "! unshare -U true"],
  ["cannot mount", "! mount -t tmpfs x /tmp"],
  ["cannot write its root", "! : >/p"],
  ["cannot write /etc", "! : >/etc/p"],
  ["cannot write /usr", "! : >/usr/p"],
  ["cannot write its home", "! : >~/p"],
  ["cannot write /dev", "! : >/dev/p"],
  ["cannot write kernel settings", "! echo 1 >/proc/sys/kernel/core_pattern"],
  ["cannot write another process's memory", "! : >/proc/1/mem"],
  ["writes its workspace", ": >./p && rm p"],
  ["writes /tmp", ": >/tmp/p"],
  ["finds /run empty", "shopt -s nullglob dotglob; p=(/run/*); ((${#p[@]} == 0))"],
  [
    "has no environment of the worker",
    "[[ -z ${DATABASE_URL-}${REDIS_URL-}${NODE_OPTIONS-} && $HOME == /home/agent ]]",
  ],
  ["has a limit of processes", "[[ $(ulimit -H -u) != unlimited ]]"],
  ["has a limit of file size", "[[ $(ulimit -H -f) != unlimited ]]"],
];

const runsNothing = (place: string): string => `cp /bin/true ${place}/p && ! ${place}/p; rm ${place}/p`;

/** Of strict execution, besides: a program brought to each place that can be written. */
const strictQuestions: typeof questions = [
  ["runs nothing in its workspace", runsNothing(".")],
  ["runs nothing in /tmp", runsNothing("/tmp")],
  ["runs nothing in /dev/shm", runsNothing("/dev/shm")],
  ["runs nothing in keep", runsNothing("~/keep")],
];

type SelfTest = { start: SandboxHost["start"]; runDirectory: string; strict: boolean };

export async function selfTest({ start, runDirectory, strict }: SelfTest): Promise<HostCheck> {
  const workspace = mkdtempSync(join(dirname(runDirectory), "self-test-"));
  const asked = strict ? [...questions, ...strictQuestions] : questions;
  try {
    const found = statSync(workspace);
    let printed = "";
    const running = start({
      executionId: "self-test",
      argv: ["bash", "-c", asked.map(([, test], at) => `{ ${test}; } 2>/dev/null || echo ${at}`).join("\n")],
      profile: selfTestProfile({ path: workspace, device: found.dev, inode: found.ino }, strict),
      beforeGo: async () => true,
      onChunk: async (_, bytes) => {
        printed += bytes.toString("utf8");
      },
    });
    const facts = await running.done;
    return judged(asked, { exitCode: facts.exitCode, printed, failure: facts.sandboxFailure });
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

function selfTestProfile(workspace: HostPath, strict: boolean): SandboxProfile {
  return {
    workspace,
    keep: null,
    mounts: [],
    masks: [],
    deniedCommands: [],
    network: { kind: "none" },
    environment: {},
    limits: { ...defaultLimits, wallMs: 20_000 },
    strict,
    recordPrograms: false,
  };
}

/** What was printed, judged; anything but silence and exit 0 is a failure. */
function judged(
  asked: typeof questions,
  { exitCode, printed, failure }: { exitCode: number | null; printed: string; failure: string | null },
): HostCheck {
  const name = "a sandbox holds";
  if (failure !== null) return { name, ok: false, detail: failure };
  const failed = printed.split("\n").filter(Boolean);
  if (exitCode === 0 && failed.length === 0)
    return { name, ok: true, detail: `${asked.length} questions from inside` };
  const told = failed.map((at) => asked[Number(at)]?.[0] ?? at).join(", ");
  return {
    name,
    ok: false,
    detail: told === "" ? `the test ended with ${exitCode}` : `not true of a sandbox here: ${told}`,
  };
}
