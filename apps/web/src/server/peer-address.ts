import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/**
 * Who asks is told by the socket. Without a proxy that is trusted, a client's own X-Forwarded-For is taken away before
 * anything reads it; Next then fills in the socket's address. Limits and audit events are kept by that address.
 */
export function distrustForwardedFor(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    delete request.headers["x-forwarded-for"];
  });
}
