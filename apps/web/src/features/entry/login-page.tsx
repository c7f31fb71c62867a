"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { useTRPC, useTRPCClient } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { email } from "./account-fields.ts";
import { EntryCard } from "./entry-card.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { problemText } from "./problem-text.ts";
import { ProviderSignIn } from "./provider-sign-in.tsx";
import { safeNext } from "./safe-next.ts";
import { TextField } from "./text-field.tsx";

const schema = z.object({ email, password: z.string().min(1, "Enter your password."), code: z.string() });

type LoginPageProps = { next: string | undefined; problem: string | undefined };

export function LoginPage({ next, problem }: LoginPageProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: "", password: "", code: "" },
  });
  const [asksCode, setAsksCode] = useState(false);
  const start = useMutation(
    trpc.login.start.mutationOptions({
      onSuccess: async ({ need }) => {
        if (need === "code") return setAsksCode(true);
        if (need === "passkey") return form.setError("root", { message: needsPasskey });
        // A browser that drops the cookie (plain http behind an https address) would come back here for ever.
        const { user } = await client.me.get.query();
        if (user) window.location.assign(safeNext(next));
        else form.setError("root", { message: cookieDropped });
      },
    }),
  );
  const told = problemText(problem);
  const rootError =
    form.formState.errors.root?.message ?? (start.isError ? errorText(start.error) : undefined);
  return (
    <EntryCard title="Sign in">
      {told !== null && start.isIdle && <Notice kind="warning" role="alert" title={told} />}
      <form className="grid gap-4" noValidate onSubmit={form.handleSubmit((values) => start.mutate(values))}>
        <TextField
          form={form}
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus
        />
        <TextField
          form={form}
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
        />
        {asksCode && (
          <TextField
            form={form}
            name="code"
            label="Code"
            autoComplete="one-time-code"
            autoFocus
            hint="Six digits from your authenticator app, or one of your recovery codes."
          />
        )}
        {rootError !== undefined && <Notice kind="danger" role="alert" title={rootError} />}
        <Button type="submit" variant="primary" size="lg" disabled={start.isPending}>
          {start.isPending ? "Signing in…" : asksCode ? "Sign in with the code" : "Sign in"}
        </Button>
      </form>
      <PasskeySignIn next={next} />
      <ProviderSignIn next={next} />
      <p className="text-xs text-muted-foreground">
        No account? Ask an admin of your org for an invitation link.
      </p>
    </EntryCard>
  );
}

const needsPasskey = "This account signs in with a passkey. Use the button below.";
const cookieDropped =
  "The password is right, but the browser did not keep the login cookie. Open Gatehouse at the address that PUBLIC_URL names.";
