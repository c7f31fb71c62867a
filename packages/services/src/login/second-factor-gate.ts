import { AppError } from "@gatehouse/core/errors";

/** SQL over `m` a member, `o` its org and `u` its user: their role needs a second factor, and they have none. */
export const lacksSecondFactor = `m.role = ANY(o.second_factor_roles)
        AND NOT EXISTS (SELECT FROM user_totp f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id)`;

/** Whoever still owes their org a second factor reaches nothing of it, by a login or by a token. */
export function requireSecondFactor({ needsSecondFactor }: { needsSecondFactor: boolean }): void {
  if (needsSecondFactor)
    throw new AppError(
      "forbidden",
      "Your org asks for a second factor. Add one on your profile page first, then try again.",
    );
}
