import type { Assertion, Registration } from "@gatehouse/services/passkey/site";
import { z } from "zod";

const text = z.string().max(20_000);
const common = {
  id: text,
  rawId: text,
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}),
};
const assertionShape = z.looseObject({
  ...common,
  response: z.looseObject({ clientDataJSON: text, authenticatorData: text, signature: text }),
});
const registrationShape = z.looseObject({
  ...common,
  response: z.looseObject({ clientDataJSON: text, attestationObject: text }),
});

/** What a browser's passkey answers; the library checks what the fields hold. */
export const assertion = z.custom<Assertion>(
  (value) => assertionShape.safeParse(value).success,
  "this is no answer of a passkey",
);
export const registration = z.custom<Registration>(
  (value) => registrationShape.safeParse(value).success,
  "this is no new passkey",
);
