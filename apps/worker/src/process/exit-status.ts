import { constants } from "node:os";

/**
 * bubblewrap reports a command that died by signal n as 128 + n. A program that exits with such a code itself cannot
 * be told apart and is read as signalled; shells use the same convention.
 */
export function exitStatus(
  code: number | null,
  signal: string | null,
): { exitCode: number | null; signal: string | null } {
  if (code === null) return { exitCode: null, signal: signal ?? "SIGKILL" };
  const name = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
  if (code > 128 && name !== undefined) return { exitCode: null, signal: name };
  return { exitCode: code, signal: null };
}

export function signalNumber(name: string): number {
  return Object.entries(constants.signals).find(([candidate]) => candidate === name)?.[1] ?? 9;
}
