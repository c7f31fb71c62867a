import { z } from "zod";

export const personName = z.string().trim().min(1, "Enter a name.").max(100, "At most 100 characters.");
export const email = z.email("Enter an e-mail address, such as name@example.com.");
export const newPassword = z.string().min(12, "At least 12 characters.").max(128, "At most 128 characters.");
