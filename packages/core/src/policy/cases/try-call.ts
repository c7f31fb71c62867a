import type { Grant } from "../../grant/grant.ts";
import { asId } from "../../ids.ts";
import type { CommandCall } from "../../tool-call/tool-call.ts";
import type { Decision } from "../decision.ts";
import type { TryInput } from "./policy-case.ts";

/** A call that nobody asked for, with the grants that its session is supposed to have. */
export type TriedCall = { call: CommandCall; grants: Grant[] };

export type Tried = TriedCall & { decision: Decision };

export function triedCall({ argv, write_paths, network, sandbox, grants }: TryInput): TriedCall {
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
  return { call, grants: standing };
}
