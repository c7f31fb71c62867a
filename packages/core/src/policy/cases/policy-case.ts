import { z } from "zod";
import { runCommandInput, sessionModes } from "../../tool-call/tool-call.ts";
import { verdictWords } from "../verdict-word.ts";

const path = z.string().startsWith("/", "a path is absolute").max(4096);

/** A call with the circumstances it is decided in. */
export const tryInputSchema = z.strictObject({
  ...runCommandInput.shape,
  argv: z.array(z.string().max(131_072)).min(1).max(4096),
  mode: z.enum(sessionModes).default("auto"),
  /** path grants that the session is supposed to have */
  grants: z
    .array(z.strictObject({ path, access: z.enum(["read", "write"]), recursive: z.boolean().default(true) }))
    .max(100)
    .default([]),
});
export type TryInput = z.infer<typeof tryInputSchema>;

/** A test case of a policy: a call, and the verdict and first rule that every version must give it. */
export const policyCaseSchema = z.strictObject({
  name: z.string().trim().min(1).max(120),
  ...tryInputSchema.shape,
  expect: z.strictObject({ verdict: z.enum(verdictWords), rule: z.string().min(1).max(80).optional() }),
});
export type PolicyCase = z.infer<typeof policyCaseSchema>;
