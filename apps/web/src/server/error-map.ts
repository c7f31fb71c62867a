import { AppError, type AppErrorCode } from "@gatehouse/core/errors";
import { isDatabaseFault, isUnstorableText } from "@gatehouse/services/db";
import { isPoolFault } from "@gatehouse/services/pool";
import { TRPCError } from "@trpc/server";

type TrpcCode = TRPCError["code"];

/** The one table from what a verb throws to what the browser gets. */
export const trpcCodeOf: Record<AppErrorCode, TrpcCode> = {
  unauthenticated: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  step_up_required: "PRECONDITION_FAILED",
  not_found: "NOT_FOUND",
  invalid_input: "BAD_REQUEST",
  conflict: "CONFLICT",
  stale: "CONFLICT",
  limit_reached: "TOO_MANY_REQUESTS",
  rate_limited: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
};

/** An error of ours keeps its sentence; a fault of the infrastructure and a defect tell a person nothing of the inside. */
export function toTrpcError(error: TRPCError): TRPCError {
  const { cause } = error;
  if (cause instanceof AppError) {
    return new TRPCError({ code: trpcCodeOf[cause.code], message: cause.message, cause });
  }
  if (isDatabaseFault(cause) || isPoolFault(cause)) {
    return new TRPCError({
      code: "SERVICE_UNAVAILABLE",
      message: "The database does not answer. Try again in a moment.",
      cause,
    });
  }
  if (isUnstorableText(cause)) {
    return new TRPCError({
      code: "BAD_REQUEST",
      message: "This holds a character that cannot be stored.",
      cause,
    });
  }
  if (error.code !== "INTERNAL_SERVER_ERROR") return error;
  return new TRPCError({
    code: error.code,
    message: "Something went wrong here, not with your request.",
    cause,
  });
}
