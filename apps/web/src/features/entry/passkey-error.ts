import { errorText } from "../../trpc/error-text.ts";

/** The browser tells a cancelled and a missing passkey alike. */
export function passkeyErrorText(error: unknown): string {
  if (!(error instanceof Error)) return errorText(error);
  if (error.name === "NotAllowedError") return "No passkey was used: it was cancelled, or none is here.";
  if (error.name === "InvalidStateError") return "This device has a passkey for this account already.";
  if (error.name === "SecurityError")
    return "Passkeys need https or localhost, and a host name instead of a number.";
  return errorText(error);
}
