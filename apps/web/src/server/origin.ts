import { bearerOf } from "./context.ts";
import { webEnv } from "../env.ts";

/**
 * A request that changes something comes from our own pages: its Origin is that of PUBLIC_URL. A browser always sends the
 * header with a POST, so one without it is refused as well. Reads answer no other origin, because no CORS header is sent.
 */
export function refuseForeignOrigin(request: Request): Response | null {
  if (request.method === "GET" || request.method === "HEAD") return null;
  if (bearerOf(request.headers) !== null) return null; // no browser adds a token by itself, and its cookie does not count
  const own = new URL(webEnv().PUBLIC_URL).origin;
  if (request.headers.get("origin") === own) return null;
  return Response.json(
    { error: { message: `Requests that change something come from ${own}, the PUBLIC_URL of this server.` } },
    { status: 403 },
  );
}
