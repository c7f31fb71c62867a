import { lonelyGitLines } from "./lonely-git.ts";
import { noexecGateLines } from "./writable-places.ts";

/**
 * The gate is the first program inside every sandbox: it says R when all guards stand, then waits for the command
 * on the same descriptor. An end of file before the closing word means that the worker is gone: it exits 125 and the
 * command never starts. Environment and argv travel here, not on bubblewrap's command line, which all users can read.
 */
export const gateFd = 3;
export const gateReady = "R";
/** where the proxy's socket stands inside */
export const egressSocket = "/run/egress.sock";
export const closingWord = "GO";

export type GateLimits = {
  processCount: number;
  openFileCount: number;
  fileBytes: number;
  lockedBytes: number;
  dataBytes: number | null;
  cpuSeconds: number | null;
};

export type GateInput = {
  limits: GateLimits;
  /** descriptors from 3 on that are closed before the command starts */
  fdCount: number;
  bridge?: string | null;
  strict?: boolean;
  /** what the command reads on standard input, as it stands inside; null: /dev/null */
  stdin?: string | null;
};

export function gateScript({
  limits,
  fdCount,
  bridge = null,
  strict = false,
  stdin = null,
}: GateInput): string {
  const closing = closingOf(fdCount);
  return [
    "LC_ALL=C",
    ...(strict ? noexecGateLines : []),
    ...(bridge === null ? [] : bridgeLines(bridge, fdCount)),
    `printf ${gateReady} >&${gateFd} || exit 125`,
    `read -r -u ${gateFd} e l || exit 125`,
    "a=()",
    `for n in $l; do v=; if [[ $n != 0 ]]; then IFS= read -r -N $n -u ${gateFd} v || exit 125; fi; a+=("$v"); done`,
    `read -r -N ${closingWord.length} -u ${gateFd} v || exit 125`,
    `[[ $v == ${closingWord} ]] || exit 125`,
    `ulimit ${limitFlags(limits)} || exit 125`,
    'for v in "${a[@]:0:e}"; do export "$v"; done',
    'set -- "${a[@]:e}"',
    // read-only where it is mounted, so that no descriptor of it can be opened again for writing
    ...(stdin === null ? [] : [`[[ -r ${stdin} ]] || exit 125`, `exec <${stdin}`]),
    `exec ${closing}`,
    "unset a e l n v i r s x",
    ...lonelyGitLines,
    `[[ $1 == */* ]] || type -P -- "$1" >/dev/null || { printf '%s: command not found\\n' "$1" >&2; exit 127; }`,
    'exec -- "$@"',
  ].join("\n");
}

function closingOf(fdCount: number): string {
  return Array.from({ length: fdCount }, (_, at) => `${gateFd + at}>&-`).join(" ");
}

/**
 * The bridge is nobody's child but the sandbox's first process, so that a command waiting for its children never meets
 * it, and R is said only when it listens: 3128 is 0C38 in /proc/net/tcp, and 0A is listening.
 */
function bridgeLines(bridge: string, fdCount: number): string[] {
  const listen = "TCP-LISTEN:3128,bind=127.0.0.1,fork,reuseaddr,backlog=128";
  // a bridge started by descriptor needs that one until it runs; it keeps no other
  const closing = bridge.startsWith("/proc/self/fd/")
    ? closingOf(fdCount).replace(`${bridge.slice("/proc/self/fd/".length)}>&-`, "")
    : closingOf(fdCount);
  return [
    `( ${bridge} ${listen} UNIX-CONNECT:${egressSocket} </dev/null >/dev/null 2>&1 ${closing} & )`,
    "for ((i = 0; i < 400; i++)); do",
    "  while read -r n l r s x; do [[ $l == 0100007F:0C38 && $s == 0A ]] && break 2; done </proc/net/tcp",
    `  read -r -t 0.005 -u ${gateFd} x`,
    "done",
    "((i < 400)) || exit 125",
  ];
}

function limitFlags(limits: GateLimits): string {
  const kib = (bytes: number): number => Math.max(1, Math.floor(bytes / 1024));
  const flags = [
    "-c 0",
    "-r 0",
    `-u ${limits.processCount}`,
    `-n ${limits.openFileCount}`,
    `-f ${kib(limits.fileBytes)}`,
    `-l ${kib(limits.lockedBytes)}`,
  ];
  if (limits.dataBytes !== null) flags.push(`-d ${kib(limits.dataBytes)}`);
  if (limits.cpuSeconds !== null) flags.push(`-t ${Math.max(1, Math.ceil(limits.cpuSeconds))}`);
  return flags.join(" ");
}
