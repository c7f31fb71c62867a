"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useRefreshSecurity } from "./use-refresh-security.ts";

type AuthenticatorCardProps = { security: Outputs["me"]["security"] };

/** Proof, then the secret, then a first code, then the recovery codes, once. */
export function AuthenticatorCard({ security }: AuthenticatorCardProps) {
  const trpc = useTRPC();
  const refreshSecurity = useRefreshSecurity();
  const [value, setValue] = useState("");
  const refresh = () => {
    setValue("");
    return refreshSecurity();
  };
  const begin = useMutation(trpc.me.beginTotp.mutationOptions({ onSuccess: () => setValue("") }));
  const confirm = useMutation(trpc.me.confirmTotp.mutationOptions({ onSuccess: refresh }));
  const remove = useMutation(trpc.me.removeTotp.mutationOptions({ onSuccess: refresh }));
  const step = security.totp !== null ? "on" : begin.data !== undefined ? "confirm" : "off";
  const busy = begin.isPending || confirm.isPending || remove.isPending;
  const error = step === "on" ? remove.error : step === "confirm" ? confirm.error : begin.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step === "on") remove.mutate({ code: value }, { onSuccess: () => begin.reset() });
    else if (step === "confirm") confirm.mutate({ code: value });
    else begin.mutate(needsProof ? { password: value } : {});
  };
  const { label, action } = texts[step];
  // An account without a password has signed in at its identity provider a moment ago; that is its proof.
  const needsProof = step !== "off" || security.hasPassword;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Authenticator app</CardTitle>
        <Badge>{step === "on" ? "on" : "off"}</Badge>
      </CardHeader>
      <form onSubmit={submit} className="grid max-w-md gap-4 p-4">
        <p className="text-sm text-muted-foreground">
          {security.totp === null
            ? "With it, signing in takes a code of your phone beside the password."
            : `Signing in takes a code. Recovery codes left: ${security.totp.recoveryLeft}.`}
        </p>
        {step === "confirm" && begin.data !== undefined && (
          <div className="grid gap-2">
            <img
              alt="QR code of the secret, for an authenticator app to scan"
              className="size-44 rounded-md border"
              src={`data:image/svg+xml;utf8,${encodeURIComponent(begin.data.qr)}`}
            />
            <p className="text-sm">Scan it, or type this secret into the app:</p>
            <code className="font-mono text-sm [overflow-wrap:anywhere]">{begin.data.secret}</code>
          </div>
        )}
        {step === "on" && confirm.data !== undefined && (
          <Notice kind="warning" title="Keep these recovery codes. They are shown only now.">
            <code className="block font-mono whitespace-pre">{confirm.data.recoveryCodes.join("\n")}</code>
          </Notice>
        )}
        {needsProof ? (
          <Field label={label} error={error === null ? undefined : errorText(error)}>
            {(control) => (
              <Input
                {...control}
                className="h-9"
                type={step === "off" ? "password" : "text"}
                autoComplete={step === "off" ? "current-password" : "one-time-code"}
                value={value}
                onChange={(event) => setValue(event.target.value)}
              />
            )}
          </Field>
        ) : (
          error !== null && <Notice kind="danger" role="alert" title={errorText(error)} />
        )}
        <Button
          type="submit"
          variant={step === "on" ? "danger-quiet" : "primary"}
          className="justify-self-start"
          disabled={busy || (needsProof && value === "")}
        >
          {action}
        </Button>
      </form>
    </Card>
  );
}

const texts = {
  off: { label: "Your password", action: "Set up the app" },
  confirm: { label: "Code that the app shows", action: "Turn it on" },
  on: { label: "Code, to remove the app", action: "Remove the app" },
};
