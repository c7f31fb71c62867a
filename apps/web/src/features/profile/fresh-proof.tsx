"use client";

import type { Outputs } from "../../trpc/client.ts";
import { errorCode, errorText } from "../../trpc/error-text.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

/** What the server asks for again; null where it only asks for a sign-in of the last minutes. */
export type ProofKind = "code" | "password" | null;

export function proofKind(security: Outputs["me"]["security"]): ProofKind {
  if (security.totp !== null) return "code";
  return security.hasPassword ? "password" : null;
}

export function proofOf(kind: ProofKind, value: string): { code?: string; password?: string } {
  return kind === null ? {} : { [kind]: value };
}

/** Whether the field for the proof shows this error itself. */
export function isProofError(kind: ProofKind, error: unknown): boolean {
  return kind !== null && ["UNAUTHORIZED", "PRECONDITION_FAILED"].includes(errorCode(error) ?? "");
}

type FreshProofProps = { kind: ProofKind; value: string; onChange: (value: string) => void; error: unknown };

export function FreshProof({ kind, value, onChange, error }: FreshProofProps) {
  if (kind === null) return null;
  return (
    <Field
      label={kind === "code" ? "Code that your authenticator app shows" : "Your password"}
      error={isProofError(kind, error) ? errorText(error) : undefined}
    >
      {(control) => (
        <Input
          {...control}
          className="h-9"
          type={kind === "code" ? "text" : "password"}
          autoComplete={kind === "code" ? "one-time-code" : "current-password"}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
