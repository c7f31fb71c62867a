import { createHmac, randomBytes } from "node:crypto";
import {
  createTRPCClient,
  httpBatchLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
} from "@trpc/client";
import superjson from "superjson";
import { mostCallsInARequest } from "../../apps/web/src/trpc/batch-limit.ts";
import type { AppRouter } from "../../apps/web/src/server/routers/root.ts";
import { createTestDatabase } from "./database.ts";

/** Each test file has a database of its own, cloned from the migrated one. */
export const database = await createTestDatabase();

process.env.DATABASE_URL = database.appUrl;
process.env.PUBLIC_URL ??= "http://gatehouse.test";
process.env.AUTH_SECRET ??= randomBytes(32).toString("hex");
process.env.SECRET_KEYS ??= randomBytes(32).toString("base64url");
process.env.LOG_LEVEL ??= "silent";

const origin = new URL(process.env.PUBLIC_URL).origin;
const { handleTrpc } = await import("../../apps/web/src/server/trpc-handler.ts");
const { webServices } = await import("../../apps/web/src/server/services.ts");

export const services = await webServices();

export async function close(): Promise<void> {
  await services.replay.close();
  await services.listener.close();
  await services.queues.close();
  services.subscriber.close();
  await services.db.$disconnect();
  await services.pool.end();
  await database.drop();
}

if (process.env.VITEST !== undefined) (await import("vitest")).afterAll(close);

export type Api = TRPCClient<AppRouter>;

/** A browser's side of the API without a browser: a cookie jar, the right Origin, and the server's own handler. */
export type Person = { api: Api; cookies: Map<string, string>; fetch: typeof fetch };

export function browser(
  cookies = new Map<string, string>(),
  from: string | null = origin,
  authorization: string | null = null,
): Person {
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : String(input), init);
    if (authorization !== null) request.headers.set("authorization", authorization);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie !== "") request.headers.set("cookie", cookie);
    if (request.method === "POST" && from !== null) request.headers.set("origin", from);
    const response = await handleTrpc(request);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const cut = pair.indexOf("=");
      if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, cut));
      else cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
    return response;
  };
  const url = `${origin}/api/trpc`;
  const api = createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url, transformer: superjson, EventSource: eventSourceOver(send) }),
        false: httpBatchLink({
          url,
          transformer: superjson,
          fetch: send as never,
          maxItems: mostCallsInARequest,
        }),
      }),
    ],
  });
  return { api, cookies, fetch: send };
}

/** A program with an API token: no Origin, and no cookie unless one is given. */
export function bearer(token: string, cookies?: Map<string, string>): Person {
  return browser(cookies, null, `Bearer ${token}`);
}

/** A browser that is signed in already: the login's row and its signed cookie, without the cost of a password hash. */
export async function signedIn(userId: string): Promise<Person> {
  const token = randomBytes(24).toString("base64url");
  await services.db.login.create({
    data: { id: randomBytes(16).toString("hex"), token, userId, expiresAt: new Date(Date.now() + 3_600_000) },
  });
  const signature = createHmac("sha256", process.env.AUTH_SECRET ?? "")
    .update(token)
    .digest("base64");
  return browser(new Map([["gatehouse.session_token", encodeURIComponent(`${token}.${signature}`)]]));
}

/** Just enough of an EventSource for the subscription link, over a fetch of our own. */
function eventSourceOver(send: typeof fetch) {
  return class {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSED = 2;
    readyState = 0;
    readonly #stop = new AbortController();
    readonly #listeners = new Map<string, Set<(event: unknown) => void>>();

    constructor(url: string) {
      void this.#read(url);
    }
    addEventListener(type: string, listener: (event: unknown) => void): void {
      const set = this.#listeners.get(type) ?? new Set();
      set.add(listener);
      this.#listeners.set(type, set);
    }
    removeEventListener(type: string, listener: (event: unknown) => void): void {
      this.#listeners.get(type)?.delete(listener);
    }
    close(): void {
      this.readyState = 2;
      this.#stop.abort();
    }
    #emit(type: string, event: Record<string, unknown>): void {
      for (const listener of this.#listeners.get(type) ?? []) listener({ type, ...event });
    }
    async #read(url: string): Promise<void> {
      try {
        const response = await send(url, {
          headers: { accept: "text/event-stream" },
          signal: this.#stop.signal,
        });
        this.readyState = 1;
        this.#emit("open", {});
        const decoder = new TextDecoder();
        let text = "";
        const reader = response.body?.getReader();
        for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
          text += decoder.decode(part.value, { stream: true });
          for (let cut = text.indexOf("\n\n"); cut !== -1; cut = text.indexOf("\n\n")) {
            this.#event(text.slice(0, cut));
            text = text.slice(cut + 2);
          }
        }
      } catch (error) {
        if (this.readyState !== 2) this.#emit("error", { error });
      }
    }
    #event(block: string): void {
      const fields: Record<string, string> = {};
      for (const line of block.split("\n")) {
        const cut = line.indexOf(":");
        if (cut > 0) fields[line.slice(0, cut)] = line.slice(cut + 1).replace(/^ /, "");
      }
      this.#emit(fields["event"] ?? "message", {
        data: fields["data"] ?? "",
        lastEventId: fields["id"] ?? "",
      });
    }
  } as never;
}
