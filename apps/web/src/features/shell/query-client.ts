import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { errorCode } from "../../trpc/error-text.ts";
import { setConnection } from "./connection.ts";

/** One client a page: retries only what may pass by itself, and says when the login is over. */
export function createQueryClient(onLoginOver: () => void): QueryClient {
  const onError = (error: unknown) => {
    const code = errorCode(error);
    setConnection(code === undefined ? "lost" : "live");
    if (code === "UNAUTHORIZED") onLoginOver();
  };
  const onSuccess = () => setConnection("live");
  return new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess }),
    mutationCache: new MutationCache({
      onSuccess,
      onError: (error) => setConnection(errorCode(error) === undefined ? "lost" : "live"),
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => errorCode(error) === undefined && failures < 4,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
      },
      mutations: { retry: false },
    },
  });
}
