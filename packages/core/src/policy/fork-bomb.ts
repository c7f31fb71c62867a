import type { Script, Span } from "../shell/ast.ts";

/** A function that starts itself more than once, or in the background, directly or through others. */
export function forkBomb(script: Script): Span | null {
  const names = new Set(script.functions.map((item) => item.name.value));
  const calls = script.commands.filter(
    (command) => command.inFunction !== null && names.has(command.words[0]?.value ?? null),
  );
  const edges = new Map<string, Set<string>>();
  for (const call of calls) {
    const from = call.inFunction ?? "";
    edges.set(from, (edges.get(from) ?? new Set()).add(call.words[0]?.value ?? ""));
  }
  for (const call of calls) {
    const piped = call.pipelines.some(({ id }) =>
      calls.some(
        (other) =>
          other !== call &&
          other.inFunction === call.inFunction &&
          other.pipelines.some((item) => item.id === id),
      ),
    );
    if ((call.background || piped) && reaches(edges, call.words[0]?.value ?? "", call.inFunction ?? ""))
      return call;
  }
  return null;
}

function reaches(edges: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const pending = [from];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === to) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    pending.push(...(edges.get(name) ?? []));
  }
  return false;
}
