import type { SandboxLimits } from "./profile.ts";
import type { GateLimits } from "./gate-script.ts";

/** Limits that the kernel holds per process, as the gate sets them; memory only where no cgroup holds it. */
export function gateLimits(limits: SandboxLimits, memoryByCgroup: boolean): GateLimits {
  return {
    processCount: limits.processCount,
    openFileCount: limits.openFileCount,
    fileBytes: limits.fileBytes,
    lockedBytes: limits.lockedBytes,
    dataBytes: memoryByCgroup ? null : limits.memoryBytes,
    cpuSeconds: limits.cpuMs === null ? null : limits.cpuMs / 1000,
  };
}
