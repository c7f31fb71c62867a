import { APICallError } from "ai";
import { ModelProblem } from "./model.ts";

const longestSaid = 300;

/** An error of the model's side in a sentence, and whether asking again makes sense: the network, 429 and 5xx. */
export function problemOf(error: unknown): ModelProblem {
  if (error instanceof ModelProblem) return error;
  const call = findCall(error);
  if (call === null) {
    const said = error instanceof Error ? error.message : String(error);
    return new ModelProblem(`The model's answer was broken off: ${short(said)}`, {
      again: true,
      cause: error,
    });
  }
  const { statusCode } = call;
  if (statusCode === undefined || statusCode === 200)
    return new ModelProblem(`The model cannot be reached: ${short(causeText(call))}`, {
      again: true,
      cause: error,
    });
  const retryAfterMs = retryAfter(call.responseHeaders);
  if (statusCode === 429)
    return new ModelProblem("The model's provider says that it is asked too often (429).", {
      again: true,
      retryAfterMs,
      cause: error,
    });
  if (statusCode >= 500)
    return new ModelProblem(`The model's provider has trouble (${statusCode}).`, {
      again: true,
      retryAfterMs,
      cause: error,
    });
  if (statusCode === 401 || statusCode === 403)
    return new ModelProblem(
      `The model's provider does not accept the key (${statusCode}). An admin can change it under Models.`,
      { again: false, cause: error },
    );
  return new ModelProblem(
    `The model's provider refuses the request (${statusCode}): ${short(call.message)}`,
    { again: false, cause: error },
  );
}

function findCall(error: unknown): APICallError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (APICallError.isInstance(at)) return at;
  return null;
}

function causeText(error: Error): string {
  const { cause } = error;
  if (cause instanceof Error) {
    const { code } = cause as NodeJS.ErrnoException;
    return code ?? causeText(cause);
  }
  return error.message;
}

function retryAfter(headers: Record<string, string> | undefined): number | null {
  const seconds = Number(headers?.["retry-after"] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

function short(text: string): string {
  return text.length > longestSaid ? `${text.slice(0, longestSaid).toWellFormed()}…` : text;
}
