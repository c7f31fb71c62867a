/** One program that was really executed inside a sandbox: its file, its arguments (long ones cut), when, how it ended. */
export type ProgramRecord = {
  path: string;
  argv: string[];
  argvCut: boolean;
  /** milliseconds since 1970, as the host's clock has them */
  startedAtMs: number;
  endedAtMs: number | null;
  exitCode: number | null;
  signal: string | null;
  /** place of the program that started it in the same list; null for the first, or where it is not known */
  parent: number | null;
};

/** What an execution's record says of programs; a list that was not taken is never an empty one. */
export type ProgramsRecord =
  | { kind: "recorded"; programs: ProgramRecord[] /** more ran than are listed */; more: number }
  | { kind: "not_recorded"; why: string };

/** One attempt of a networked call to leave its sandbox, reached or refused. */
export type ConnectionRecord = {
  host: string;
  port: number;
  /** the address that was judged and dialled */
  address: string | null;
  refused: string | null;
  sentBytes: number;
  receivedBytes: number;
  atMs: number;
};
