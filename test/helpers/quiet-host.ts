import { randomBytes } from "node:crypto";
import { newId } from "@gatehouse/services/new-id";
import { services } from "./web.ts";

/** A host that is alive and whose worker takes nothing, so that what is queued stays to be seen. */
export async function makeQuietHost(state = "ok"): Promise<string> {
  const id = newId<string>();
  const name = `host-${randomBytes(4).toString("hex")}`;
  const lastSeenAt = new Date(Date.now() + 600_000);
  await services.db.host.create({
    data: { id, name, version: "test", capacity: 4, probe: {}, state, lastSeenAt },
  });
  return id;
}
