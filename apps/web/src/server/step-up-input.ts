import type { StepUpProof } from "@gatehouse/services/login/step-up";
import { z } from "zod";
import { assertion } from "./passkey-input.ts";
import { site } from "./site.ts";

/** The fields of an input that may carry a step-up. */
export const stepUp = {
  password: z.string().max(200).optional(),
  code: z.string().max(20).optional(),
  passkey: z.object({ challengeId: z.uuid(), response: assertion }).optional(),
};
type Given = z.infer<z.ZodObject<typeof stepUp>>;

export function stepUpProof({ password, code, passkey }: Given): Required<StepUpProof> {
  return { password, code, passkey: passkey === undefined ? undefined : { ...passkey, site: site() } };
}
