/**
 * What one sandbox may see and use, as plain data; frozen before the start and kept on the execution's record.
 * Paths named `source` are the host's, paths named `target` are those the command sees.
 * A profile can only widen by what stands in it: everything else of the host is absent, not forbidden.
 */

/** A directory or file of the host, pinned to the inode that was checked. */
export type HostPath = { path: string; device: number; inode: number };

export type SandboxMount = { source: HostPath; target: string; access: "read" | "write" };

export type SandboxNetwork =
  | { kind: "none" }
  /** hosts: names the egress proxy may reach, or every public one; exempt: net_white_list */
  | { kind: "egress"; hosts: "public" | readonly string[]; exempt: readonly string[] };

export type SandboxLimits = {
  memoryBytes: number;
  processCount: number;
  openFileCount: number;
  fileBytes: number;
  lockedBytes: number;
  tmpBytes: number;
  shmBytes: number;
  /** growth of the writable directories in this execution; null: not limited */
  diskBytes: number | null;
  /** of one processor, where the host has groups to hold it; null: all there are */
  cpuPercent: number | null;
  /** CPU time of all processes together; null: not limited */
  cpuMs: number | null;
  outputBytes: number;
  wallMs: number;
  /** between SIGTERM and SIGKILL when the execution is ended from outside */
  graceMs: number;
};

export type SandboxProfile = {
  /** mounted at the agent's workspace, the working directory */
  workspace: HostPath;
  /** the member's own files at /home/agent/keep; null gives an empty one that ends with the execution */
  keep: HostPath | null;
  /** write grants, trusted directories and read grants; targets are not nested in each other */
  mounts: readonly SandboxMount[];
  /** denied paths inside what is mounted from the system; covered, read-only */
  masks: readonly { target: string; kind: "file" | "directory" }[];
  /** bare names of denied_command */
  deniedCommands: readonly string[];
  network: SandboxNetwork;
  /** a script tool's code and what it reads on standard input, at `scriptPlaces`; read-only, and of this execution alone */
  script?: { code: HostPath; input: HostPath };
  /** added to the fixed environment; secrets chosen for the session stand here */
  environment: Readonly<Record<string, string>>;
  limits: SandboxLimits;
  /** nothing that the command can write is executed: no place it may write, no memory file */
  strict: boolean;
  /** places that are usually written to are for reading alone: nobody was asked about this call */
  unwritable?: true;
  /** every program that is executed inside is written down */
  recordPrograms: boolean;
};

/** Where a script tool's files stand inside: below a directory that no command can write. */
export const scriptPlaces = { code: "/run/tool/code", input: "/run/tool/input" } as const;

export const defaultLimits: SandboxLimits = {
  memoryBytes: 2 * 1024 ** 3,
  processCount: 512,
  openFileCount: 4096,
  fileBytes: 1024 ** 3,
  lockedBytes: 8 * 1024 ** 2,
  tmpBytes: 256 * 1024 ** 2,
  shmBytes: 64 * 1024 ** 2,
  diskBytes: 5 * 1024 ** 3,
  cpuPercent: null,
  cpuMs: null,
  outputBytes: 64 * 1024 ** 2,
  wallMs: 30 * 60_000,
  graceMs: 1_500,
};
