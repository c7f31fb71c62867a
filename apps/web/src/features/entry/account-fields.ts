import { z } from "zod";

export const personName = z.string().trim().min(1, "Enter a name.").max(80, "At most 80 characters.");
export const email = z.email("Enter an e-mail address, such as name@example.com.");
export const newPassword = z.string().min(10, "At least 10 characters.").max(200, "At most 200 characters.");
