import { startMaintenance } from "@gatehouse/services/maintenance";
import { webEnv } from "../env.ts";
import { log } from "./log.ts";
import { distrustForwardedFor } from "./peer-address.ts";
import { webServices } from "./services.ts";

export async function startServer(): Promise<void> {
  if (!webEnv().TRUST_PROXY) distrustForwardedFor();
  const services = await webServices();
  startMaintenance(services);
  log.info("web ready");
}
