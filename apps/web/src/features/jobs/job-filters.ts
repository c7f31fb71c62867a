import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

export const jobStates = ["active", "ended"] as const;

/** Every filter stands in the address, so that a view can be shared and kept. */
const parsers = {
  state: parseAsStringLiteral(jobStates),
  session: parseAsString.withDefault(""),
  member: parseAsString.withDefault(""),
  program: parseAsString.withDefault(""),
};

export function useJobFilters() {
  return useQueryStates(parsers, { history: "push" });
}

export type JobFilters = ReturnType<typeof useJobFilters>[0];
export type SetJobFilters = ReturnType<typeof useJobFilters>[1];

export const noJobFilters = { state: null, session: null, member: null, program: null } as const;

export function isFiltered({ state, session, member, program }: JobFilters): boolean {
  return state !== null || session !== "" || member !== "" || program !== "";
}

export function jobQuery({ state, session, member, program }: JobFilters) {
  return {
    ...(state === null ? {} : { state }),
    ...(session === "" ? {} : { sessionId: session }),
    ...(member === "" ? {} : { memberId: member }),
    ...(program === "" ? {} : { program }),
  };
}
