import type { ApiToken } from "@gatehouse/services/api-token/resolve";
import type { Ctx } from "@gatehouse/services/context";
import type { Connection } from "./connection.ts";

/** What one request of another agent comes with. */
export type Mcp = {
  ctx: Ctx;
  token: ApiToken;
  /** null: a client that keeps no connection; it cannot take a request back and is sent to no page */
  connection: Connection | null;
  publicUrl: string;
};

/** Where a person answers for a call. */
export function pageOf({ publicUrl, ctx }: Mcp, call: { sessionId: string; id: string }): string {
  return `${publicUrl}/${ctx.org.slug}/sessions/${call.sessionId}#call-${call.id}`;
}
