export type LabelledHost = { name: string; labels: readonly string[]; state: string };

export type LabelChoice = { ok: boolean; sentence: string };

/** Every label that a host has, each once. */
export function labelsOf(hosts: readonly LabelledHost[]): string[] {
  return [...new Set(hosts.flatMap(({ labels }) => labels))].sort();
}

/** What a choice of labels comes to: which host a new session could go to, or why there is none. */
export function labelChoice(hosts: readonly LabelledHost[], chosen: readonly string[]): LabelChoice {
  if (chosen.length === 0) return { ok: true, sentence: "Any host with room." };
  const having = hosts.filter(({ labels }) => chosen.every((label) => labels.includes(label)));
  if (having.length === 0) {
    const all = chosen.length === 1 ? chosen[0] : `all of ${chosen.join(", ")}`;
    return {
      ok: false,
      sentence: `No host has ${all}. Choose fewer labels, or ask an admin to label a host.`,
    };
  }
  const ready = having.filter(({ state }) => state === "ok");
  if (ready.length === 0) {
    const states = having.slice(0, 3).map(({ name, state }) => `${name} is ${state}`);
    return { ok: false, sentence: `No host with these labels takes sessions now: ${states.join("; ")}.` };
  }
  const [first] = ready;
  if (ready.length === 1 && first) return { ok: true, sentence: `The session goes to ${first.name}.` };
  return { ok: true, sentence: `${ready.length} hosts have that; the one with most room takes the session.` };
}
