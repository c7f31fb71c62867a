import { startMaintenance } from "@gatehouse/services/maintenance";
import { log } from "./log.ts";
import { webServices } from "./services.ts";

export async function startServer(): Promise<void> {
  const services = await webServices();
  startMaintenance(services);
  log.info("web ready");
}
