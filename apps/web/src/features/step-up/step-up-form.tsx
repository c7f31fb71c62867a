"use client";

import type { AuthenticationResponseJSON } from "@simplewebauthn/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { AlertDialogCancel } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { passkeyErrorText } from "../entry/passkey-error.ts";
import { methodsOf, methodText, type StepUpMethod } from "./step-up-method.ts";
import { StepUpSecret } from "./step-up-secret.tsx";

type PasskeyOptions = Outputs["approval"]["passkeyOptions"];
export type StepUpProof = {
  password?: string;
  code?: string;
  passkey?: { challengeId: string; response: AuthenticationResponseJSON };
};
type StepUpFormProps = {
  /** what it is proved for, in view while the person proves it */
  children: ReactNode;
  action: string;
  danger?: boolean;
  isPending: boolean;
  error: unknown;
  passkeyOptions: () => Promise<PasskeyOptions>;
  onProof: (proof: StepUpProof) => void;
};

/** Proof that it is the person, by whatever they have: password, authenticator app or passkey. */
export function StepUpForm(props: StepUpFormProps) {
  const trpc = useTRPC();
  const security = useQuery(trpc.me.security.queryOptions());
  if (security.isPending) return <SkeletonRows rows={2} />;
  if (security.isError) {
    return (
      <ErrorState
        title="What you can prove it with cannot be shown"
        message={errorText(security.error)}
        onRetry={() => void security.refetch()}
        className="m-0"
      />
    );
  }
  return <Ways {...props} methods={methodsOf(security.data)} />;
}

function Ways({ methods, ...props }: StepUpFormProps & { methods: readonly StepUpMethod[] }) {
  const [chosen, setChosen] = useState(methods[0]);
  const [value, setValue] = useState("");
  const passkey = useMutation({
    mutationFn: async () => {
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const { challengeId, options } = await props.passkeyOptions();
      return { challengeId, response: await startAuthentication({ optionsJSON: options }) };
    },
    onSuccess: (answer) => props.onProof({ passkey: answer }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === "passkey") passkey.mutate();
    else if (chosen === "code") {
      props.onProof({ code: value });
      // A code counts once: the next attempt takes the next one.
      setValue("");
    } else props.onProof({ password: value });
  };
  const busy = props.isPending || passkey.isPending;
  const failure = passkey.error === null ? null : passkeyErrorText(passkey.error);
  return (
    <form onSubmit={submit} className="grid gap-4">
      {props.children}
      {methods.length > 1 && chosen !== undefined && (
        <Segmented
          aria-label="Prove it with"
          className="justify-self-start"
          value={chosen}
          options={methods.map((method) => ({ value: method, label: methodText[method] }))}
          onValueChange={(method) => {
            setChosen(method);
            setValue("");
          }}
        />
      )}
      {chosen === undefined && (
        <Notice kind="warning" title="You have nothing to prove it with.">
          Add an authenticator app or a passkey on your profile page.
        </Notice>
      )}
      {chosen === "passkey" ? (
        <PasskeyNote failure={failure} error={props.error} />
      ) : (
        chosen && <StepUpSecret method={chosen} value={value} onChange={setValue} error={props.error} />
      )}
      <DialogActions>
        <AlertDialogCancel asChild>
          <Button>Not now</Button>
        </AlertDialogCancel>
        <Button
          type="submit"
          variant={props.danger === true ? "danger" : "primary"}
          disabled={busy || chosen === undefined || (chosen !== "passkey" && value === "")}
        >
          {chosen === "passkey" && <Fingerprint aria-hidden />}
          {passkey.isPending ? "Waiting for the passkey…" : props.isPending ? "Checking…" : props.action}
        </Button>
      </DialogActions>
    </form>
  );
}

function PasskeyNote({ failure, error }: { failure: string | null; error: unknown }) {
  const text = failure ?? (error === null ? null : errorText(error));
  if (text !== null) return <Notice kind="danger" role="alert" title={text} />;
  return <p className="text-sm text-muted-foreground">The browser then asks for one of your passkeys.</p>;
}
