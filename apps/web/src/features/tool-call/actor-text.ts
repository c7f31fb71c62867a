/** Whoever asked, in words: what an agent asks for is never told as what its person asks for. */
export function actorText({ kind, name }: { kind: string; name: string }): string {
  return kind === "agent" ? `An agent on behalf of ${name}` : name;
}
