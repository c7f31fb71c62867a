export type SandboxLog = (
  level: "info" | "warn" | "error",
  message: string,
  detail?: Record<string, unknown>,
) => void;

export type SandboxHostOptions = {
  /** private directory of this worker (mode 0700, not below a workspace): skeleton, farms, FIFOs */
  runDirectory: string;
  log: SandboxLog;
  /** the bundled launcher; found beside the worker's bundle or built from source when absent */
  launcherFile?: string;
  /** delegated cgroup directories; absent: those that this account may write are looked for */
  cgroupDirectories?: readonly string[];
  /** offer networked calls through the egress proxy, where the host has the bridge for it */
  egress?: boolean;
  bwrap?: string;
};
