"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { EntryCard } from "./entry-card.tsx";
import { safeNext } from "./safe-next.ts";

/** The last step of a sign-in at an identity provider, for whoever has an authenticator app. */
export function ProviderCode() {
  const trpc = useTRPC();
  const [code, setCode] = useState("");
  const finish = useMutation(
    trpc.login.finishProvider.mutationOptions({
      onSuccess: ({ next }) => window.location.assign(safeNext(next)),
      onError: () => setCode(""),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    finish.mutate({ code });
  };
  return (
    <EntryCard
      title="One more step"
      description="Your identity provider knows you. Now the code of your app."
    >
      <form className="grid gap-4" onSubmit={submit}>
        <Field
          label="Code"
          hint="Six digits from your authenticator app, or one of your recovery codes."
          error={finish.isError ? errorText(finish.error) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              className="h-9"
              autoFocus
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="lg" disabled={code.trim() === "" || finish.isPending}>
          {finish.isPending ? "Signing in…" : "Sign in with the code"}
        </Button>
        <Button asChild size="lg">
          <Link href="/login">Begin again</Link>
        </Button>
      </form>
    </EntryCard>
  );
}
