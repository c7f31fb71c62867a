/** What was seen of an execution from outside: programs and connections, as columns and in the audit event. */
import type { JsonValue } from "@gatehouse/core/audit/event";
import type { ConnectionRecord, ProgramsRecord } from "@gatehouse/core/contracts/programs";
import { storable } from "../storable.ts";

export type Observed = { programs: ProgramsRecord | null; connections: readonly ConnectionRecord[] | null };

/** How many programs and connections stand in the audit event itself; the column has the rest. */
const audited = 200;

export function observedValues(observed: Observed | undefined): [string | null, string | null] {
  return [column(observed?.programs ?? null), column(observed?.connections ?? null)];
}

export function observedPayload(observed: Observed | undefined): Record<string, JsonValue> {
  const { programs = null, connections = null } = observed ?? {};
  return {
    ...(programs === null ? {} : { programs: programsPayload(programs) }),
    ...(connections === null
      ? {}
      : {
          connections: connections.slice(0, audited).map((one) => ({ ...one })),
          connectionCount: connections.length,
        }),
  };
}

function programsPayload(programs: ProgramsRecord): JsonValue {
  if (programs.kind === "not_recorded") return { kind: programs.kind, why: programs.why };
  return {
    kind: programs.kind,
    count: programs.programs.length + programs.more,
    first: programs.programs
      .slice(0, audited)
      .map(({ path, argv, exitCode, signal }) => ({ path, argv, exitCode, signal })),
  };
}

function column(value: unknown): string | null {
  if (value === null) return null;
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === "string" ? storable(part) : part));
}
