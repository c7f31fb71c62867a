import { version } from "../../package.json";
import { webServices } from "./services.ts";

/** Alive: the process answers. */
export function health(): Response {
  return Response.json({ ok: true });
}

/** Ready: what a request needs answers too. */
export async function readiness(): Promise<Response> {
  try {
    const { db } = await webServices();
    await db.$queryRaw`SELECT 1`;
    return Response.json({ ok: true });
  } catch (error) {
    return Response.json({ ok: false, why: error instanceof Error ? error.name : "fault" }, { status: 503 });
  }
}

export function versionOf(): Response {
  return Response.json({ name: "gatehouse", version });
}
