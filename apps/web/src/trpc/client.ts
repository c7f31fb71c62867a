import {
  createTRPCClient,
  httpBatchLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
  type TRPCClient,
} from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import superjson from "superjson";
import { mostCallsInARequest } from "./batch-limit.ts";
import type { AppRouter } from "../server/routers/root.ts";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export type Outputs = inferRouterOutputs<AppRouter>;

const url = "/api/trpc";

export function createBrowserClient(): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url, transformer: superjson }),
        // A script may be longer than an address can hold, so queries are posted.
        false: httpBatchLink({
          url,
          transformer: superjson,
          methodOverride: "POST",
          maxItems: mostCallsInARequest,
        }),
      }),
    ],
  });
}

export type ApiError = TRPCClientError<AppRouter>;

export function isApiError(error: unknown): error is ApiError {
  return error instanceof TRPCClientError;
}
