import { randomUUID } from "node:crypto";

/**
 * Every request is served by itself, in whatever process. The two things to remember of a connection, that there is one and
 * whether its client opens addresses for a person, stand in the id that the client sends along.
 */
export type Connection = { id: string; opensUrls: boolean };

export const connectionHeader = "mcp-session-id";

export function newConnectionId(body: unknown): string | null {
  const message = body as {
    method?: string;
    params?: { capabilities?: { elicitation?: { url?: unknown } } };
  } | null;
  if (message?.method !== "initialize") return null;
  const opensUrls = message.params?.capabilities?.elicitation?.url !== undefined;
  return `${opensUrls ? "url" : "plain"}-${randomUUID()}`;
}

export function connectionOf(headers: Headers): Connection | null {
  const id = headers.get(connectionHeader);
  if (id === null || !/^(url|plain)-[\w-]{1,80}$/.test(id)) return null;
  return { id, opensUrls: id.startsWith("url-") };
}
