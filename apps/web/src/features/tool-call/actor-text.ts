/** Whoever asked, in words: what an agent asks for is never told as what its person asks for. */
export function askerText(call: { actor: { kind: string; name: string }; subagentOf?: string }): string {
  return call.subagentOf === undefined ? actorText(call.actor) : `A subagent on behalf of ${call.actor.name}`;
}

export function actorText({ kind, name }: { kind: string; name: string }): string {
  return kind === "agent" ? `An agent on behalf of ${name}` : name;
}
