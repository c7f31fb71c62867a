import type { Grant } from "../../grant/grant.ts";
import { asId } from "../../ids.ts";
import { lexicalFacts, type Facts } from "../../path/facts.ts";
import type { ShellParser } from "../../shell/parse.ts";
import type { CommandCall } from "../../tool-call/tool-call.ts";
import { decide } from "../decide.ts";
import type { Decision } from "../decision.ts";
import type { Policy } from "../defaults.ts";
import type { TryInput } from "./policy-case.ts";

export type Tried = { call: CommandCall; decision: Decision; grants: Grant[] };

/** The decision on a call that nobody asked for, on names alone unless facts are given. */
export function tryCall(
  { argv, write_paths, network, sandbox, mode, grants }: TryInput,
  { policy, shell, facts = lexicalFacts }: { policy: Policy; shell: ShellParser; facts?: Facts },
): Tried {
  const call: CommandCall = {
    tool: "run_command",
    input: {
      argv,
      ...(write_paths === undefined ? {} : { write_paths }),
      ...(network === undefined ? {} : { network }),
      ...(sandbox === undefined ? {} : { sandbox }),
    },
  };
  const standing = grants.map(
    ({ path, access, recursive }, at): Grant => ({
      id: asId(`tried-${at}`),
      kind: "path",
      path,
      access,
      recursive,
      expiresAtMs: null,
    }),
  );
  const decision = decide({ call, mode, policy, grants: standing, facts, shell, nowMs: 0 });
  return { call, decision, grants: standing };
}
