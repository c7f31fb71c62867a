import type { PolicyDocument } from "../policy/policy.ts";
import type { SandboxLimits } from "./profile.ts";

const mebibyte = 1024 ** 2;

/** The limits of a policy in the units a sandbox is given. */
export function sandboxLimits(limits: PolicyDocument["limits"]): Partial<SandboxLimits> {
  return {
    wallMs: limits.timeout_min * 60_000,
    memoryBytes: limits.memory_mib * mebibyte,
    processCount: limits.processes,
    cpuPercent: limits.cpu_percent,
    openFileCount: limits.open_files,
    fileBytes: limits.file_mib * mebibyte,
    diskBytes: limits.home_mib * mebibyte,
    outputBytes: limits.output_mib * mebibyte,
  };
}
