/**
 * What is known of paths, in the sandbox's own view (home `/home/agent`, workspace below it).
 * Lexical facts (web tier) know no links and nothing that exists; resolved facts (worker) carry, for every
 * path that `pathsOf` names, its real path and whether it exists. All paths absolute and normalised.
 */
export type Facts = {
  kind: "lexical" | "resolved";
  home: string;
  workspace: string;
  /** symbolic link → real path of what it points to */
  links: Readonly<Record<string, string>>;
  /** absolute paths known to exist */
  existing: readonly string[];
  /** further writable roots of the session (trusted directories), real paths */
  roots?: readonly string[];
};

export const agentHome = "/home/agent";
export const agentWorkspace = "/home/agent/work";

export const lexicalFacts: Facts = {
  kind: "lexical",
  home: agentHome,
  workspace: agentWorkspace,
  links: {},
  existing: [],
};
