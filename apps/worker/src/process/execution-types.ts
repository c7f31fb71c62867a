import type { SandboxProfile } from "@gatehouse/core/sandbox/profile";
import type { Usage } from "./usage.ts";
import type { Programs } from "../programs/program-tree.ts";
import type { HostReport } from "../sandbox/host-report.ts";

/** Types between the orchestrator of executions and the layer that carries one out. */
export type OutputStream = "stdout" | "stderr";

export type StartRequest = {
  executionId: string;
  /** its next sandbox may be armed ahead when this execution is over; absent: every one is built on demand */
  session?: string;
  argv: readonly string[];
  profile: SandboxProfile;
  /**
   * Called once, when the sandbox stands ready and every guard in it is armed. The command starts only after this
   * resolved to true; commit the start here. False ends the sandbox with nothing run; so does a rejection.
   */
  beforeGo: () => Promise<boolean>;
  /** Bytes as they come, one call at a time; nothing more is read before it resolves. Never called after `done`. */
  onChunk: (stream: OutputStream, bytes: Buffer) => Promise<void>;
  /** about once a second while the command runs */
  onUsage?: (usage: Usage) => void;
  /** ends the execution as cancelled when it aborts */
  signal?: AbortSignal;
  /** what comes before the next sandbox is armed, besides the end; never rejects */
  armAfter?: Promise<void>;
};

export type ExceededLimit = "memory" | "disk" | "cpu";

/** One attempt to leave the sandbox, reached or refused. */
export type EgressConnection = {
  host: string;
  port: number;
  /** the address that was judged and dialled */
  address: string | null;
  refused: string | null;
  sentBytes: number;
  receivedBytes: number;
  at: Date;
};

export type ExitFacts = {
  /** true once go was sent: the command may have run */
  started: boolean;
  /** beforeGo answered false */
  refused: boolean;
  /** why there was no sandbox, or none fit to run in */
  sandboxFailure: string | null;
  timedOut: boolean;
  /** the reason given to cancel */
  cancelled: string | null;
  outputCapped: boolean;
  exceeded: ExceededLimit | null;
  /** of the command itself; null when it was ended by a signal or never ran */
  exitCode: number | null;
  signal: string | null;
  startedAt: Date | null;
  endedAt: Date;
  bytes: { stdout: number; stderr: number };
  usage: { cpuMs: number | null; maxRssBytes: number | null };
  /** what a networked call reached for; null where it had no network */
  connections: readonly EgressConnection[] | null;
  /** what was really executed inside; null where it was not recorded */
  programs: Programs | null;
  /** arguments of bubblewrap, exactly as used; empty when it was never started */
  bwrapArgs: readonly string[];
};

export type Running = {
  /** SIGTERM to everything inside, SIGKILL after the profile's grace. The first reason stands. */
  cancel: (reason: string) => void;
  /** never rejects; resolves when no process of the execution is left and all output was handed over */
  done: Promise<ExitFacts>;
};

export type SandboxHost = {
  report: HostReport;
  start: (request: StartRequest) => Running;
  /** a named pipe of our own, made ahead; whoever opened both its ends removes its name */
  takeFifo: () => Promise<string>;
  /** ends every execution and the launcher */
  close: () => Promise<void>;
};
