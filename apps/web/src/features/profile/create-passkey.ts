import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";

type Created = { response: RegistrationResponseJSON } | { failure: string };

/** Safari and others hide it from pages that came over plain http. */
export function canCreatePasskeys(): boolean {
  return typeof window !== "undefined" && typeof window.PublicKeyCredential === "function";
}

/** Lets the browser make a passkey; what it refuses comes back in words, since the server has no part in it. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<Created> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  try {
    return { response: await startRegistration({ optionsJSON: options }) };
  } catch (error) {
    return { failure: (error instanceof Error ? failures[error.name] : undefined) ?? unknownFailure };
  }
}

const cancelled = "No passkey was added: it was cancelled, or it took too long.";
const unable =
  "This device cannot keep a passkey that checks who you are. Use another device or a security key.";
const unknownFailure = "The browser could not make a passkey. Try again, or use another device.";
const failures: Record<string, string> = {
  NotAllowedError: cancelled,
  AbortError: cancelled,
  InvalidStateError: "This device has a passkey for this account already.",
  ConstraintError: unable,
  NotSupportedError: unable,
  SecurityError: "Passkeys need https or localhost, and a host name instead of a number.",
};
