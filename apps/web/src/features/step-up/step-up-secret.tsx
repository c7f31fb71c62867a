"use client";

import { isApiError } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Field } from "../../ui/field.tsx";
import { formatCount } from "../../ui/format-bytes.ts";
import { Input } from "../../ui/input.tsx";
import { useOrg } from "../shell/org-context.tsx";
import type { StepUpMethod } from "./step-up-method.ts";

type StepUpSecretProps = {
  method: Exclude<StepUpMethod, "passkey">;
  value: string;
  onChange: (value: string) => void;
  error: unknown;
};

/** The field for what a person types to prove that it is them. */
export function StepUpSecret({ method, value, onChange, error }: StepUpSecretProps) {
  const { user } = useOrg();
  const isCode = method === "code";
  return (
    <>
      {!isCode && (
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      )}
      <Field
        label={isCode ? "Code that your authenticator app shows" : "Password"}
        error={error === null ? undefined : wrongText(error)}
      >
        {(control) => (
          <Input
            {...control}
            key={method}
            autoFocus
            type={isCode ? "text" : "password"}
            inputMode={isCode ? "numeric" : undefined}
            autoComplete={isCode ? "one-time-code" : "current-password"}
            className="h-9"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}

/** The server's sentence, with the attempts that are left when it says so. */
function wrongText(error: unknown): string {
  const left = isApiError(error) ? error.data?.details["attemptsLeft"] : undefined;
  const more = typeof left === "number" ? ` ${formatCount(left, "attempt")} left.` : "";
  return `${errorText(error)}${more}`;
}
