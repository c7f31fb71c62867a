import { z } from "zod";

/** Questions to a person. A secret answer is told to nobody: later commands find it in the environment under its name. */
const choices = z.array(z.string().trim().min(1).max(200)).min(2).max(12);

export const askUserInput = z.strictObject({
  questions: z
    .array(
      z
        .strictObject({
          question: z.string().trim().min(1).max(2000),
          options: choices.optional(),
          multi_select: z.boolean().optional(),
          secret: z.boolean().optional(),
          /** of a secret: the environment variable under which later commands find it */
          name: z.string().max(64).optional(),
        })
        .refine((one) => one.multi_select !== true || one.options !== undefined, "multi_select needs options")
        .refine((one) => one.secret !== true || one.options === undefined, "a secret has no options")
        .refine(
          (one) => (one.secret === true) === (one.name !== undefined),
          "a secret has a name, and only a secret has one",
        )
        .refine(
          (one) => one.name === undefined || secretName.test(one.name),
          "name is written like DEPLOY_TOKEN and ends with TOKEN, KEY, SECRET, PASSWORD, PASSPHRASE, CREDENTIALS or PIN",
        ),
    )
    .min(1)
    .max(5),
});
export type AskUserInput = z.infer<typeof askUserInput>;
export type Question = AskUserInput["questions"][number];

/** No name that a program, a shell or a loader reads for itself. */
const secretName = /^([A-Z][A-Z0-9_]*_)?(TOKEN|KEY|SECRET|PASSWORD|PASSPHRASE|CREDENTIALS|PIN)$/;
