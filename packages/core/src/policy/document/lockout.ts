import { may, type Role, roles } from "../../role.ts";
import { agentHome, agentWorkspace } from "../../path/facts.ts";
import { entryPath, isWithin } from "../../path/lexical.ts";
import { type PolicyInput, policySchema } from "../policy.ts";

/** What a publish would shut for the people of the org; each is confirmed by its code before it is published. */
export type Warning = { code: string; sentence: string };

export type LockoutInput = {
  before: PolicyInput;
  after: PolicyInput;
  /** members of each role who are not locked */
  people: Readonly<Record<Role, number>>;
  /** sessions that are open and in auto mode */
  autoSessions: number;
  /** programs of the editor's own calls in the last 30 days, with how many calls */
  ownPrograms: Readonly<Record<string, number>>;
};

export function lockoutWarnings(input: LockoutInput): Warning[] {
  const [before, after] = [policySchema.parse(input.before), policySchema.parse(input.after)];
  const { people } = input;
  const warnings: Warning[] = [];
  const warn = (code: string, sentence: string): unknown => warnings.push({ code, sentence });

  const steppers = roles.filter((role) => (after.step_up_role as readonly string[]).includes(role));
  const count = steppers.reduce((sum, role) => sum + people[role], 0);
  if (steppers.length === 0)
    warn("no_step_up_role", "No role may step up: a call that asks for the password waits until it expires.");
  else if (count === 0)
    warn(
      "nobody_steps_up",
      `Nobody has a role that may step up (${steppers.join(", ")}): such calls can only expire.`,
    );
  else if (after.second_person && count === 1)
    warn(
      "one_stepper",
      "A second person must approve, and one person alone may step up: nobody can approve that person's own calls.",
    );
  const approvers = roles.filter((role) => may(role, "approval.answer_any"));
  if (after.second_person && approvers.reduce((sum, role) => sum + people[role], 0) < 2)
    warn(
      "no_second_person",
      "A second person must approve, and fewer than two people may answer for others.",
    );
  if (after.second_admin && people.admin < 2)
    warn(
      "one_admin",
      "A second admin must accept each publish, and there is one admin: nothing could be published again.",
    );
  if (before.mode_cap === "auto" && after.mode_cap === "safe")
    warn(
      "mode_cap",
      `Every session asks from then on; ${input.autoSessions} open ${input.autoSessions === 1 ? "session is" : "sessions are"} in auto mode now.`,
    );
  for (const name of after.denied_command) {
    if (before.denied_command.includes(name)) continue;
    const calls = input.ownPrograms[name] ?? 0;
    if (calls > 0)
      warn(`own_program:${name}`, `You ran ${name} in ${calls} of your own calls in the last 30 days.`);
    if (name === "bash" || name === "sh")
      warn(`shell:${name}`, `Without ${name} no script runs: every pipe, redirect and loop is refused.`);
  }
  for (const entry of after.denied_path) {
    const place = entryPath(entry, agentHome);
    if (before.denied_path.includes(entry) || place === null) continue;
    if (isWithin(agentWorkspace, place))
      warn(
        `workspace:${entry}`,
        `${entry} holds every session's workspace: no call could touch a file of its own.`,
      );
    else if (["/usr", "/bin", "/lib", "/lib64", "/etc"].some((system) => isWithin(system, place)))
      warn(`system:${entry}`, `${entry} holds the programs of the system: commands may not start.`);
  }
  for (const [name, least] of Object.entries(leastUseful)) {
    const limit = name as keyof typeof leastUseful;
    if (after.limits[limit] < least && before.limits[limit] >= least)
      warn(`limit:${name}`, `With limits.${name} below ${least} most programs do not even start.`);
  }
  return warnings;
}

const leastUseful = { memory_mib: 64, processes: 8, open_files: 32 } as const;
