import { outcomes } from "@gatehouse/core/tool-call/status";
import { parseAsIsoDateTime, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

export const spans = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000, "30d": 2_592_000_000 } as const;
export const spanNames = ["1h", "24h", "7d", "30d", "custom"] as const;
export const verdicts = ["allow", "ask", "deny"] as const;

/** Every filter stands in the address, so that a search can be shared and kept. */
const parsers = {
  member: parseAsString.withDefault(""),
  verdict: parseAsStringLiteral(verdicts),
  outcome: parseAsStringLiteral(outcomes),
  program: parseAsString.withDefault(""),
  text: parseAsString.withDefault(""),
  time: parseAsStringLiteral(spanNames),
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
};

export function useAuditFilters() {
  return useQueryStates(parsers, { history: "push" });
}

export type AuditFilters = ReturnType<typeof useAuditFilters>[0];
export type SetAuditFilters = ReturnType<typeof useAuditFilters>[1];

export const noFilters = {
  member: null,
  verdict: null,
  outcome: null,
  program: null,
  text: null,
  time: null,
  from: null,
  to: null,
} as const;

export function isFiltered(filters: AuditFilters): boolean {
  const { member, verdict, outcome, program, text, time } = filters;
  return (
    member !== "" || verdict !== null || outcome !== null || program !== "" || text !== "" || time !== null
  );
}

/** The query of a search; a span counts back from the given minute, so that the query stays the same within it. */
export function auditQuery(filters: AuditFilters, minute: number) {
  const { member, verdict, outcome, program, text, time, from, to } = filters;
  const since = time !== null && time !== "custom" ? new Date(minute - spans[time]) : null;
  const start = time === "custom" ? from : since;
  const end = time === "custom" ? to : null;
  return {
    ...(member === "" ? {} : { memberId: member }),
    ...(verdict === null ? {} : { verdict }),
    ...(outcome === null ? {} : { outcome }),
    ...(program === "" ? {} : { program }),
    ...(text === "" ? {} : { text }),
    ...(start === null ? {} : { from: start }),
    ...(end === null ? {} : { to: end }),
  };
}
