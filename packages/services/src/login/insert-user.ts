import { AppError } from "@gatehouse/core/errors";
import type { Tx } from "../db.ts";
import { newId } from "../new-id.ts";

/** A person's account as the auth library reads it: one credential row holds the password's hash. */
export async function insertUser(
  tx: Tx,
  input: { name: string; email: string; passwordHash: string },
): Promise<string> {
  const email = normalEmail(input.email);
  const taken = await tx.user.count({ where: { email } });
  if (taken > 0)
    throw new AppError("conflict", "There is an account with this e-mail already. Sign in instead.");
  const userId = newId<string>();
  await tx.user.createMany({ data: [{ id: userId, name: input.name, email, updatedAt: new Date() }] });
  await tx.account.createMany({
    data: [
      {
        id: newId<string>(),
        accountId: userId,
        providerId: "credential",
        userId,
        password: input.passwordHash,
        updatedAt: new Date(),
      },
    ],
  });
  return userId;
}

export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
