"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { email, newPassword, personName } from "./account-fields.ts";
import { EntryCard } from "./entry-card.tsx";
import { TextField } from "./text-field.tsx";

const schema = z.object({
  orgName: z.string().trim().min(1, "Enter a name for the org.").max(80, "At most 80 characters."),
  name: personName,
  email,
  password: newPassword,
});

export function SetupPage({ token }: { token: string | undefined }) {
  const trpc = useTRPC();
  const state = useQuery(trpc.setup.state.queryOptions());
  if (state.isPending) {
    return (
      <EntryCard title="Set up Gatehouse">
        <Skeleton className="h-48 w-full" />
      </EntryCard>
    );
  }
  if (state.isError) {
    return (
      <EntryCard title="Set up Gatehouse">
        <Notice kind="danger" role="alert" title={errorText(state.error)} />
      </EntryCard>
    );
  }
  if (!state.data.needed) {
    return (
      <EntryCard title="Already set up" description="This Gatehouse has its first org and admin.">
        <Button asChild variant="primary" size="lg">
          <Link href="/login">Sign in</Link>
        </Button>
      </EntryCard>
    );
  }
  if (token === undefined) {
    return (
      <EntryCard
        title="Open the set-up link"
        description="Gatehouse printed a one-time link when it started. Open that link to make the first org; without it nobody can."
      >
        <Notice kind="info">Lost it? Start Gatehouse again and it prints a new one.</Notice>
      </EntryCard>
    );
  }
  return <SetupForm token={token} />;
}

function SetupForm({ token }: { token: string }) {
  const trpc = useTRPC();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { orgName: "", name: "", email: "", password: "" },
  });
  const complete = useMutation(
    trpc.setup.complete.mutationOptions({
      onSuccess: ({ orgSlug }) => window.location.assign(`/${orgSlug}/sessions`),
    }),
  );
  return (
    <EntryCard
      title="Set up Gatehouse"
      description="Make the first org and its admin. You invite the others afterwards."
    >
      <form
        className="grid gap-4"
        noValidate
        onSubmit={form.handleSubmit((values) => complete.mutate({ token, ...values }))}
      >
        <TextField form={form} name="orgName" label="Org name" autoComplete="organization" autoFocus />
        <TextField form={form} name="name" label="Your name" autoComplete="name" />
        <TextField
          form={form}
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          inputMode="email"
        />
        <TextField
          form={form}
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters."
        />
        {complete.isError && <Notice kind="danger" role="alert" title={errorText(complete.error)} />}
        <Button type="submit" variant="primary" size="lg" disabled={complete.isPending || complete.isSuccess}>
          {complete.isPending ? "Setting up…" : "Make the org"}
        </Button>
      </form>
    </EntryCard>
  );
}
