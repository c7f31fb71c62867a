import { canonicalJson } from "../canonical.ts";
import { keepDirectories } from "../sandbox/home-layout.ts";
import { agentHome, agentWorkspace, type Facts, lexicalFacts } from "./facts.ts";

/** Links of the home that every sandbox has; records leave them out. */
export const homeLinks: Readonly<Record<string, string>> = Object.fromEntries(
  keepDirectories.map((name) => [`${agentHome}/${name}`, `${agentHome}/keep/${name}`]),
);

const longest = 65_536;

/** What a host knew of the paths of a call, as text that a record keeps; null where that is too much. */
export function recordedFacts({ links, existing, roots }: Facts): string | null {
  const own = Object.fromEntries(Object.entries(links).filter(([from, to]) => homeLinks[from] !== to));
  const text = canonicalJson({
    links: own,
    existing: [...existing].sort(),
    ...(roots === undefined ? {} : { roots }),
  });
  return text.length > longest ? null : text;
}

/** The facts of such a text; names alone where there is none. */
export function factsOf(text: string | null): Facts {
  if (text === null) return lexicalFacts;
  const { links, existing, roots } = JSON.parse(text) as Pick<Facts, "links" | "existing" | "roots">;
  return {
    kind: "resolved",
    home: agentHome,
    workspace: agentWorkspace,
    links: { ...homeLinks, ...links },
    existing,
    ...(roots === undefined ? {} : { roots }),
  };
}
