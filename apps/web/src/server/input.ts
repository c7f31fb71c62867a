import { isSeenLine } from "@gatehouse/core/seen-line";
import { z } from "zod";

export const id = z.uuid();

/** Text that a person wrote: trimmed, no control characters. */
export function text(max: number) {
  return z
    .string()
    .trim()
    .min(1, "this cannot be empty")
    .max(max)
    .refine(
      (value) => value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value),
      {
        message: "this holds characters that cannot be shown",
      },
    );
}

/** A name or a title: one line of something that is seen. */
export function line(max: number) {
  return text(max).refine(isSeenLine, { message: "this is no single line of characters that can be seen" });
}

export const email = z.email("this is no e-mail address").max(200);
export const password = z.string().min(10, "a password needs 10 characters or more").max(200);
export const role = z.enum(["member", "approver", "admin", "auditor"]);
