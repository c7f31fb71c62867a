/**
 * One line of `strace -f -ttt -xx`: who, when, and what of the few things we follow. Strings arrive as `\xNN` only, so
 * nothing a program is called or is given can look like syntax of the trace.
 */
export type TraceLine =
  | { kind: "executed"; pid: number; atMs: number; path: string; argv: string[]; argvCut: boolean }
  | { kind: "forked"; pid: number; child: number }
  | { kind: "exited"; pid: number; atMs: number; code: number | null; signal: string | null };

const lineForm = /^(\d+) +(\d+\.\d+) (.*)$/s;
const exitedForm = /^\+\+\+ exited with (\d+) \+\+\+$/;
const killedForm = /^\+\+\+ killed by (SIG[A-Z0-9+]+)(?: \(core dumped\))? \+\+\+$/;
const unfinishedForm = /^(.*) <unfinished \.\.\.>$/s;
const resumedForm = /^<\.\.\. (\w+) resumed>(.*)$/s;
const forkForm = /^(?:clone|clone3|fork|vfork)\(.*\) += (\d+)$/s;
const execForm =
  /^(?:execve\(|execveat\([^,]+, )("(?:\\x[0-9a-f]{2})*"(?:\.\.\.)?), \[(.*?)\](, \.\.\.)?.*\) += 0$/s;
const stringForm = /"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g;

/** Reads a trace line by line; a call that was interrupted by another process's line is put together again. */
export function traceReader(): (text: string) => TraceLine | null {
  const unfinished = new Map<number, string>();
  return (text) => {
    const parts = lineForm.exec(text);
    if (parts === null) return null;
    const pid = Number(parts[1]);
    const atMs = Number(parts[2]) * 1000;
    const rest = parts[3] ?? "";
    const begun = unfinishedForm.exec(rest);
    if (begun !== null) {
      unfinished.set(pid, begun[1] ?? "");
      return null;
    }
    const resumed = resumedForm.exec(rest);
    const whole = resumed === null ? rest : `${unfinished.get(pid) ?? ""}${resumed[2] ?? ""}`;
    if (resumed !== null) unfinished.delete(pid);
    return readCall(pid, atMs, whole);
  };
}

function readCall(pid: number, atMs: number, text: string): TraceLine | null {
  const exited = exitedForm.exec(text);
  if (exited !== null) return { kind: "exited", pid, atMs, code: Number(exited[1]), signal: null };
  const killed = killedForm.exec(text);
  if (killed !== null) return { kind: "exited", pid, atMs, code: null, signal: killed[1] ?? null };
  const forked = forkForm.exec(text);
  if (forked !== null) return { kind: "forked", pid, child: Number(forked[1]) };
  const executed = execForm.exec(text);
  if (executed === null) return null;
  const list = executed[2] ?? "";
  return {
    kind: "executed",
    pid,
    atMs,
    path: strings(executed[1] ?? "")[0] ?? "",
    argv: strings(list),
    argvCut: /"\.\.\.|, \.\.\.$/.test(list) || executed[3] !== undefined,
  };
}

function strings(list: string): string[] {
  return [...list.matchAll(stringForm)].map((match) => {
    const text = Buffer.from((match[1] ?? "").replaceAll("\\x", ""), "hex").toString("utf8");
    return match[2] === undefined ? text : `${text}…`;
  });
}
