import type { ExitFacts } from "./execution-types.ts";

export function emptyFacts(bwrapArgs: readonly string[]): ExitFacts {
  return {
    started: false,
    refused: false,
    sandboxFailure: null,
    timedOut: false,
    cancelled: null,
    outputCapped: false,
    exceeded: null,
    exitCode: null,
    signal: null,
    startedAt: null,
    endedAt: new Date(),
    bytes: { stdout: 0, stderr: 0 },
    usage: { cpuMs: null, maxRssBytes: null },
    connections: null,
    programs: null,
    bwrapArgs,
  };
}
