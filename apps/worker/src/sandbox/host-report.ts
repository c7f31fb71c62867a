/** What a host can hold; shown by the hosts page and by doctor, and stored at registration. */
export type Means = "cgroup v2" | "cgroup v1" | "rlimit" | "polling" | "none";

export type HostCheck = {
  name: string;
  ok: boolean;
  /** what was found */
  detail: string;
  /** the command or sentence that puts it right */
  fix?: string;
};

export type HostReport = {
  ok: boolean;
  checks: readonly HostCheck[];
  bwrapVersion: string | null;
  architecture: string;
  limits: { memory: Means; processes: Means; cpu: Means; disk: Means };
  egress: boolean;
  /** calls outside the sandbox: none, as an account of their own, or as root through it */
  elevation: "none" | "account" | "root";
  /** programs that a command executes can be recorded */
  programs: boolean;
  /** strict execution can be held */
  strict: boolean;
};
