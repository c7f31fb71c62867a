import { mostCallsInARequest } from "../trpc/batch-limit.ts";
import { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { createRequestContext } from "./context.ts";
import { toTrpcError } from "./error-map.ts";
import { refuseForeignOrigin } from "./origin.ts";
import { appRouter } from "./routers/root.ts";

export async function handleTrpc(request: Request): Promise<Response> {
  const refused = refuseForeignOrigin(request);
  if (refused !== null) return refused;
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    allowMethodOverride: true,
    maxBatchSize: mostCallsInARequest,
    createContext: ({ resHeaders }) =>
      createRequestContext(request, resHeaders).catch((cause: unknown) => {
        throw toTrpcError(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause }));
      }),
    responseMeta: () => ({ headers: { "cache-control": "no-store" } }),
  });
}
