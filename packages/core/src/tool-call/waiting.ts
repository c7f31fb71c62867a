import { mostSubagents } from "./subagent-tools.ts";
import type { HostState } from "../host-state.ts";

/** Why a call is not running yet, and what gets it going. */
export type Waiting = {
  code: WaitingCode;
  sentence: string;
  /** what a person can do, and where */
  action?: { label: string; to: "approvals" | "hosts" | "policy" };
};

export type WaitingCode =
  | "approval"
  | "host_draining"
  | "host_late"
  | "host_gone"
  | "host_incompatible"
  | "host_unfit"
  | "member_limit"
  | "session_limit"
  | "capacity"
  | "turn"
  | "background_places"
  | "next"
  | "subagents";

/** A subagent needs no host, only one of the session's places. */
export const waitingForPlace: Waiting = {
  code: "subagents",
  sentence: `${mostSubagents} subagents of this session are at work. It begins when one of them ends; its time runs already.`,
};

export type WaitingFacts = {
  host: { name: string; state: HostState; capacity: number; running: number };
  /** that the session asked for in its host, and those of them that the host has no longer */
  labels: { wanted: readonly string[]; missing: readonly string[] };
  background: boolean;
  /** before it, of the same member on this host */
  ahead: number;
  /** other members with something waiting on this host */
  others: number;
  member: { running: number; limit: number; runningHere: number };
  session: { running: number; limit: number };
};

const number = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const hosts = { label: "Look at the hosts", to: "hosts" } as const;
const limits = { label: "Look at the limits", to: "policy" } as const;

/** For a call in the queue; the first thing that holds it up is the one that is told. */
export function waitingInQueue(facts: WaitingFacts): Waiting {
  return ofHost(facts) ?? ofLimits(facts) ?? ofTurn(facts);
}

/** Why it is this host and no other; nothing where any would have done. */
function ofLabels({ wanted, missing }: WaitingFacts["labels"]): string {
  if (wanted.length === 0) return "";
  const asked = `${wanted.length === 1 ? "the label" : "the labels"} ${wanted.join(", ")}`;
  const lacks = missing.length === 0 ? "" : `, of which it has no longer ${missing.join(", ")}`;
  return ` This host was chosen because the session asked for ${asked}${lacks}.`;
}

function ofHost({ host, labels }: WaitingFacts): Waiting | null {
  const chosen = ofLabels(labels);
  switch (host.state) {
    case "draining":
      return {
        code: "host_draining",
        sentence: `Host ${host.name} is draining: it takes nothing new until an admin ends that. The call keeps its place; this session's files are there.${chosen}`,
        action: hosts,
      };
    case "late":
      return {
        code: "host_late",
        sentence: `Host ${host.name} has not answered for some seconds. The call runs when it does.${chosen}`,
        action: hosts,
      };
    case "gone":
      return {
        code: "host_gone",
        sentence: `Host ${host.name} is gone: its worker does not answer. The call runs when it is started again; this session's files are there.${chosen}`,
        action: hosts,
      };
    case "incompatible":
      return {
        code: "host_incompatible",
        sentence: `Host ${host.name} runs another release than this installation and takes nothing until it is updated.${chosen}`,
        action: hosts,
      };
    case "unfit":
      return {
        code: "host_unfit",
        sentence: `Host ${host.name} found at its start that it cannot isolate commands.${chosen}`,
        action: hosts,
      };
    case "ok":
    case "cordoned":
    case "removed":
      return null;
  }
}

function ofLimits({ background, member, session }: WaitingFacts): Waiting | null {
  if (background) return null;
  if (session.running >= session.limit) {
    return {
      code: "session_limit",
      sentence: `${number(session.running, "command of this session runs", "commands of this session run")}, and the policy allows ${session.limit} at once. It runs when one of them ends.`,
      action: limits,
    };
  }
  if (member.running >= member.limit) {
    return {
      code: "member_limit",
      sentence: `${number(member.running, "command of its member runs", "commands of its member run")}, and the policy allows ${member.limit} at once. It runs when one of them ends.`,
      action: limits,
    };
  }
  return null;
}

function ofTurn({ host, labels, background, ahead, others, member }: WaitingFacts): Waiting {
  const chosen = ofLabels(labels);
  if (background) {
    return {
      code: "background_places",
      sentence: `Waiting for a place among the background commands of host ${host.name}.${chosen}`,
      action: hosts,
    };
  }
  const before =
    ahead === 0
      ? "It is the next of its member"
      : `${number(ahead, "call", "calls")} of its member come before it`;
  const turns =
    others === 0 ? "" : `; ${number(others, "other member takes turns", "other members take turns")} here`;
  if (host.running >= host.capacity && member.runningHere > 0) {
    return {
      code: "capacity",
      sentence: `All ${host.capacity} places of host ${host.name} are taken. ${before}${turns}.${chosen}`,
      action: hosts,
    };
  }
  if (ahead === 0 && others === 0) return { code: "next", sentence: `Next on host ${host.name}.` };
  return {
    code: "turn",
    sentence: `Host ${host.name} is at work. ${before}${turns}.${chosen}`,
    action: hosts,
  };
}

export function waitingForApproval(of: {
  strength: "confirm" | "password";
  mayAnswer: boolean;
  secondPerson: boolean;
  stepUpRoles: readonly string[];
}): Waiting {
  const roles = of.stepUpRoles.map((role) =>
    role === "approver" || role === "admin" ? `an ${role}` : `a ${role}`,
  );
  const who =
    of.strength === "password"
      ? `${roles.join(" or ")} with the password`
      : "its member, an approver or an admin";
  const other = of.secondPerson ? ", and not whoever asked" : "";
  return {
    code: "approval",
    sentence: of.mayAnswer
      ? "Waiting for a yes or a no. You may answer."
      : `Waiting for a yes or a no by ${who}${other}.`,
    action: { label: "Look at the approvals", to: "approvals" },
  };
}
