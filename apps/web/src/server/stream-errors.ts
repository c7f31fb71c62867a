import { TRPCError } from "@trpc/server";
import { toTrpcError } from "./error-map.ts";

/** A stream's errors come after its procedure has returned, so they pass the one table here. */
export async function* withMappedErrors<T>(source: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    yield* source;
  } catch (cause) {
    if (cause instanceof TRPCError) throw cause;
    throw toTrpcError(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause }));
  }
}
