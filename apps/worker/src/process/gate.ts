import { isReservedVariable } from "../sandbox/environment.ts";

/**
 * The gate is the first program inside every sandbox: it says R when all guards stand, then waits for the command
 * on the same descriptor. An end of file before the closing word means that the worker is gone: it exits 125 and the
 * command never starts. Environment and argv travel here, not on bubblewrap's command line, which all users can read.
 */
export const gateFd = 3;
export const gateReady = "R";
const closingWord = "GO";

export type GateLimits = {
  processCount: number;
  openFileCount: number;
  fileBytes: number;
  lockedBytes: number;
  dataBytes: number | null;
  cpuSeconds: number | null;
};

/** Script of the gate; `fdCount` descriptors from 3 on are closed before the command starts. */
export function gateScript(limits: GateLimits, fdCount: number): string {
  const closing = Array.from({ length: fdCount }, (_, at) => `${gateFd + at}>&-`).join(" ");
  return [
    "LC_ALL=C",
    `printf ${gateReady} >&${gateFd} || exit 125`,
    `read -r -u ${gateFd} e l || exit 125`,
    "a=()",
    `for n in $l; do v=; if [[ $n != 0 ]]; then IFS= read -r -N $n -u ${gateFd} v || exit 125; fi; a+=("$v"); done`,
    `read -r -N ${closingWord.length} -u ${gateFd} v || exit 125`,
    `[[ $v == ${closingWord} ]] || exit 125`,
    `ulimit ${limitFlags(limits)} || exit 125`,
    'for v in "${a[@]:0:e}"; do export "$v"; done',
    'set -- "${a[@]:e}"',
    `exec ${closing}`,
    "unset a e l n v",
    `[[ $1 == */* ]] || type -P -- "$1" >/dev/null || { printf '%s: command not found\\n' "$1" >&2; exit 127; }`,
    'exec -- "$@"',
  ].join("\n");
}

/** What opens the gate: a line of lengths, then the bytes themselves, then the closing word. */
export function gatePayload(argv: readonly string[], environment: Readonly<Record<string, string>>): Buffer {
  const assignments = Object.entries(environment)
    .filter(([name]) => !isReservedVariable(name))
    .map(([name, value]) => `${name}=${value}`);
  const parts = [...assignments, ...argv].map((part) => Buffer.from(part, "utf8"));
  if (parts.some((part) => part.includes(0))) throw new Error("an argument holds a NUL byte");
  const lengths = parts.map((part) => part.length).join(" ");
  return Buffer.concat([
    Buffer.from(`${assignments.length} ${lengths}\n`),
    ...parts,
    Buffer.from(closingWord),
  ]);
}

function limitFlags(limits: GateLimits): string {
  const kib = (bytes: number): number => Math.max(1, Math.floor(bytes / 1024));
  const flags = [
    "-c 0",
    `-u ${limits.processCount}`,
    `-n ${limits.openFileCount}`,
    `-f ${kib(limits.fileBytes)}`,
    `-l ${kib(limits.lockedBytes)}`,
  ];
  if (limits.dataBytes !== null) flags.push(`-d ${kib(limits.dataBytes)}`);
  if (limits.cpuSeconds !== null) flags.push(`-t ${Math.max(1, Math.ceil(limits.cpuSeconds))}`);
  return flags.join(" ");
}
