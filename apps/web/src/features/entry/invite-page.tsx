"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { roleText } from "../member/role-text.ts";
import { newPassword, personName } from "./account-fields.ts";
import { EntryCard } from "./entry-card.tsx";
import { TextField } from "./text-field.tsx";

export function InvitePage({ token }: { token: string }) {
  const trpc = useTRPC();
  const invitation = useQuery(trpc.invitation.get.queryOptions({ token }));
  if (invitation.isPending) {
    return (
      <EntryCard title="Invitation">
        <Skeleton className="h-40 w-full" />
      </EntryCard>
    );
  }
  if (invitation.isError) {
    return (
      <EntryCard title="This invitation cannot be used">
        <Notice kind="danger" role="alert" title={errorText(invitation.error)}>
          Ask the admin who sent it for a new link.
        </Notice>
      </EntryCard>
    );
  }
  const { expired, accepted, orgName } = invitation.data;
  if (accepted || expired) {
    return (
      <EntryCard
        title={accepted ? "Already accepted" : "This invitation has expired"}
        description={
          accepted ? `You can sign in to ${orgName}.` : `Ask an admin of ${orgName} for a new link.`
        }
      >
        {accepted && (
          <Button asChild variant="primary" size="lg">
            <Link href="/login">Sign in</Link>
          </Button>
        )}
      </EntryCard>
    );
  }
  return <InviteForm token={token} invitation={invitation.data} />;
}

type InviteFormProps = { token: string; invitation: Outputs["invitation"]["get"] };

function InviteForm({ token, invitation }: InviteFormProps) {
  const trpc = useTRPC();
  const { needsAccount } = invitation;
  const schema = z.object({
    name: needsAccount ? personName : z.string(),
    password: needsAccount ? newPassword : z.string().min(1, "Enter your password."),
  });
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name: "", password: "" } });
  const accept = useMutation(
    trpc.invitation.accept.mutationOptions({
      onSuccess: ({ signedIn }) => window.location.assign(signedIn ? "/" : "/login"),
    }),
  );
  return (
    <EntryCard
      title={`Join ${invitation.orgName}`}
      description={`You are invited as ${roleText[invitation.role].one}: you may ${roleText[invitation.role].may}`}
    >
      <form
        className="grid gap-4"
        noValidate
        onSubmit={form.handleSubmit((values) =>
          accept.mutate({ token, password: values.password, name: needsAccount ? values.name : "account" }),
        )}
      >
        <div className="grid gap-1.5">
          <label htmlFor="invited-email" className="text-sm font-medium">
            E-mail
          </label>
          <input
            id="invited-email"
            type="email"
            readOnly
            autoComplete="username"
            value={invitation.email}
            className="h-9 rounded-md border bg-muted px-2.5 text-sm text-muted-foreground"
          />
        </div>
        {needsAccount && (
          <TextField form={form} name="name" label="Your name" autoComplete="name" autoFocus />
        )}
        <TextField
          form={form}
          name="password"
          label={needsAccount ? "Choose a password" : "Your password"}
          type="password"
          autoComplete={needsAccount ? "new-password" : "current-password"}
          hint={
            needsAccount
              ? "At least 10 characters."
              : "You already have an account here; prove that it is yours."
          }
        />
        {accept.isError && <Notice kind="danger" role="alert" title={errorText(accept.error)} />}
        <Button type="submit" variant="primary" size="lg" disabled={accept.isPending || accept.isSuccess}>
          {accept.isPending ? "Joining…" : "Join"}
        </Button>
      </form>
    </EntryCard>
  );
}
