import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Leases } from "../execution/leases.ts";
import type { Pump } from "../execution/pump.ts";
import type { PulseTaker } from "../host/pulse.ts";

type Parts = { pump: Pump; leases: Leases; pulse: PulseTaker };

/** Figures of this process; those of the installation are the web server's. */
export function createWorkerMetrics({ pump, leases, pulse }: Parts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  gauge("gatehouse_worker_running", "Executions that run here", () => pump.running());
  gauge("gatehouse_worker_leases", "Leases that this worker holds", () => leases.count());
  gauge(
    "gatehouse_worker_heartbeat_age_seconds",
    "Since the database last confirmed a heartbeat",
    () => leases.silentMs() / 1_000,
  );
  gauge(
    "gatehouse_worker_event_loop_lag_seconds",
    "Longest delay since the last heartbeat",
    () => pulse.lagMs() / 1_000,
  );
  return registry;
}
