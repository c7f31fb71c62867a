import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

/** Where a passkey may be used: the page's origin and the host name it is registered for. */
export type Site = { origin: string; host: string };
/** What the browser's credential API answers, as WebAuthn level 3 writes it in JSON. */
export type Assertion = AuthenticationResponseJSON;
export type Registration = RegistrationResponseJSON;
