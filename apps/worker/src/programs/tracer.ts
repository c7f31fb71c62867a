import { accessSync, constants } from "node:fs";

/**
 * The programs that write down what is executed inside. strace stands outside, above bubblewrap: nothing inside can
 * reach it, and a process that leaves its sight can execute nothing. setpriv makes it end with its launcher.
 */
export type Tracer = { strace: string; setpriv: string };

const strace = "/usr/bin/strace";
const setpriv = "/usr/bin/setpriv";
/** longest string of an argument that is kept, and most arguments of one program */
const keptLength = 256;

export function findTracer(): Tracer | null {
  try {
    for (const file of [strace, setpriv]) accessSync(file, constants.X_OK);
    return { strace, setpriv };
  } catch (_absent) {
    return null;
  }
}

/** Only what starts and ends programs stops at the tracer; every other call runs at its own speed. */
export function traced(tracer: Tracer, fifo: string, command: readonly string[]): string[] {
  return [
    tracer.setpriv,
    "--pdeathsig",
    "KILL",
    "--",
    tracer.strace,
    "-f",
    "--seccomp-bpf",
    "-ttt",
    "-xx",
    "-s",
    String(keptLength),
    "-e",
    "trace=execve,execveat,clone,clone3,fork,vfork",
    "-e",
    "signal=none",
    "-o",
    fifo,
    "--",
    ...command,
  ];
}
