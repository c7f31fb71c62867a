import { isApiError } from "./client.ts";

export function errorCode(error: unknown): string | undefined {
  return isApiError(error) ? error.data?.code : undefined;
}

/** What a person reads about a failed request; an error without an answer means that the server was not reached. */
export function errorText(error: unknown): string {
  if (isApiError(error) && error.data) return error.message;
  return "Gatehouse cannot be reached. Check the connection; the page tries again by itself.";
}
