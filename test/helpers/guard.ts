import type { Grant } from "@gatehouse/core/grant/grant";
import { agentHome, agentWorkspace, type Facts } from "@gatehouse/core/path/facts";
import { decide } from "@gatehouse/core/policy/decide";
import type { Decision } from "@gatehouse/core/policy/decision";
import { effectivePolicy, type Policy } from "@gatehouse/core/policy/defaults";
import { type PolicyInput, policySchema } from "@gatehouse/core/policy/policy";
import type { RunCommandInput, SessionMode } from "@gatehouse/core/tool-call/tool-call";
import { loadShell } from "@gatehouse/services/shell";

export const facts: Facts = {
  kind: "lexical",
  home: agentHome,
  workspace: agentWorkspace,
  links: {
    [`${agentWorkspace}/to_etc`]: "/etc",
    [`${agentWorkspace}/to_key`]: `${agentHome}/.ssh/id_rsa`,
    [`${agentWorkspace}/to_docs`]: `${agentHome}/docs`,
  },
  existing: ["/etc", "/etc/hosts", "/srv", "/srv/data", "/usr", "/var/log", "/tmp", "/opt"],
};

export const shell = await loadShell();

export function policyOf(input: PolicyInput = {}): Policy {
  return effectivePolicy(policySchema.parse(input));
}

const usual = policyOf({ denied_command: ["curl", "wget", "nc"], elevation: true });

export type Asked = Partial<Omit<RunCommandInput, "argv">> & {
  mode?: SessionMode;
  policy?: Policy;
  facts?: Facts;
  grants?: readonly Grant[];
  nowMs?: number;
  callDigest?: string;
};

/** Decides one argv under a policy that denies curl, wget and nc, unless told otherwise. */
export function judge(argv: readonly string[], asked: Asked = {}): Decision {
  const {
    mode = "auto",
    policy = usual,
    facts: known = facts,
    grants = [],
    nowMs = 0,
    callDigest,
    ...rest
  } = asked;
  return decide({
    call: { tool: "run_command", input: { argv: [...argv], ...rest } },
    mode,
    policy,
    grants,
    facts: known,
    shell,
    nowMs,
    ...(callDigest === undefined ? {} : { callDigest }),
  });
}

/** The verdict in one word: allow, confirm, password, deny. */
export function verdictOf(decision: Decision): "allow" | "confirm" | "password" | "deny" {
  return decision.verdict === "ask" ? (decision.strength ?? "confirm") : decision.verdict;
}

export function bash(script: string, asked: Asked = {}): Decision {
  return judge(["bash", "-c", script], asked);
}

/** Of a script in auto mode, where nothing is asked that the guard itself does not ask. */
export function scriptVerdict(script: string, shell = "bash"): Decision["verdict"] {
  return judge([shell, "-c", script], { mode: "auto" }).verdict;
}

export function codesOf(decision: Decision): string[] {
  return decision.reasons.filter((reason) => reason.verdict !== "allow").map((reason) => reason.code);
}
