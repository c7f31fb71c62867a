import { z } from "zod";
import { scriptToolName } from "../tool-call/script-input.ts";
import { inputSchemaProblem } from "./input-schema.ts";

export const interpreters = ["bash", "python3", "node"] as const;
export type Interpreter = (typeof interpreters)[number];

const mostCode = 256 * 1024;
const mostScriptSeconds = 60 * 60;

/** What an admin writes: everything of one version of a script tool. Its digest names exactly this. */
export const scriptDefinition = z.strictObject({
  description: z
    .string()
    .trim()
    .min(1, "description: say what it does and when to use it; a model goes by it")
    .max(2_000, "description: at most 2000 characters")
    .refine(
      (text) => text.isWellFormed() && !text.includes("\0"),
      "description: a character that cannot be shown",
    ),
  schema: z.unknown().superRefine((value, context) => {
    const problem = inputSchemaProblem(value);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  }),
  interpreter: z.enum(interpreters),
  code: z
    .string()
    .min(1, "code: there is nothing to run")
    .max(mostCode, `code: at most ${mostCode} characters`)
    .refine(
      (text) => text.isWellFormed() && !text.includes("\0"),
      "code: it holds a NUL or half a character",
    ),
  /** null: 15 minutes */
  timeoutSeconds: z
    .number()
    .int()
    .min(1)
    .max(mostScriptSeconds, `timeoutSeconds: at most ${mostScriptSeconds}`)
    .nullable(),
  /** an admin says that it may run in safe mode without asking anybody */
  withoutAsking: z.boolean(),
});
export type ScriptDefinition = z.infer<typeof scriptDefinition>;

const exportKind = "gatehouse script tool 1";

/** A script tool as a file, to be brought to another org. What an admin allowed there does not travel. */
export const scriptToolFile = z.strictObject({
  kind: z.literal(exportKind, `kind: this is no exported script tool; it must be "${exportKind}"`),
  name: scriptToolName,
  ...scriptDefinition.omit({ withoutAsking: true }).shape,
});
export type ScriptToolFile = z.infer<typeof scriptToolFile>;

export function fileOf(name: string, definition: ScriptDefinition): ScriptToolFile {
  const { withoutAsking: _stays, ...rest } = definition;
  return { kind: exportKind, name, ...rest };
}
