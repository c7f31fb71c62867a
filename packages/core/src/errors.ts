/** Errors that verbs throw, and broken invariants. A refusal is a value and never one of these. */
export const appErrorCodes = [
  "unauthenticated",
  "forbidden",
  "step_up_required",
  "not_found",
  "invalid_input",
  "conflict",
  "stale",
  "limit_reached",
  "rate_limited",
  "unavailable",
] as const;
export type AppErrorCode = (typeof appErrorCodes)[number];

/** What a person is told; `details` reaches the browser, so it never holds another org's data. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly details: Readonly<Record<string, string | number | boolean>>;

  constructor(
    code: AppErrorCode,
    message: string,
    options: { cause?: unknown; details?: Record<string, string | number | boolean> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** A broken invariant: stops the request or the execution it was found in, never the process. */
export class Defect extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "Defect";
  }
}
