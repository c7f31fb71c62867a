"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import type { Role } from "@gatehouse/core/role";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../entry/text-field.tsx";
import { roleText } from "../member/role-text.ts";
import { useOrg } from "../shell/org-context.tsx";
import { type Provider, RedirectUri } from "./provider-facts.tsx";

const schema = z.object({
  name: z.string().trim().min(1, "Enter what the button says.").max(60, "At most 60 characters."),
  issuer: z.url({ protocol: /^https?$/, error: "Enter an address, such as https://id.example.com." }),
  clientId: z.string().trim().min(1, "Enter the client id.").max(300, "At most 300 characters."),
  secret: z.string().max(1_000, "At most 1000 characters."),
  domains: z.string().max(2_000, "At most 2000 characters."),
});
const nobody = "nobody";
const newcomers = [nobody, "member", "approver", "auditor"] as const;
type Newcomer = (typeof newcomers)[number];

type ProviderFormProps = {
  provider: Provider | null;
  redirectUri: string;
  onDone: () => unknown;
  onBack: () => void;
};

export function ProviderForm({ provider, redirectUri, onDone, onBack }: ProviderFormProps) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const [newcomer, setNewcomer] = useState<Newcomer>(provider?.newcomerRole ?? nobody);
  const [trusted, setTrusted] = useState(provider?.secondFactorTrusted ?? false);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      name: provider?.name ?? "",
      issuer: provider?.issuer ?? "",
      clientId: provider?.clientId ?? "",
      secret: "",
      domains: provider?.domains.join(", ") ?? "",
    },
  });
  const save = useMutation(
    trpc.org.saveIdentityProvider.mutationOptions({
      onSuccess: () => {
        toast.success("Saved: the provider answers.");
        return onDone();
      },
    }),
  );
  const submit = form.handleSubmit(({ secret, domains, ...values }) =>
    save.mutate({
      org: slug,
      ...values,
      ...(secret === "" ? {} : { secret }),
      domains: domains.split(/[\s,]+/).filter((domain) => domain !== ""),
      newcomerRole: newcomer === nobody ? null : newcomer,
      secondFactorTrusted: trusted,
    }),
  );
  const kept = provider !== null;
  return (
    <form onSubmit={submit} noValidate className="grid max-w-2xl gap-4 p-4">
      <div className="grid gap-1 text-sm">
        <p>Make a confidential client at the provider, with this address to come back to:</p>
        <RedirectUri value={redirectUri} />
      </div>
      <TextField
        form={form}
        name="name"
        label="Name"
        autoComplete="off"
        hint="The button on the sign-in page says: Sign in with this name."
      />
      <TextField
        form={form}
        name="issuer"
        label="Issuer"
        autoComplete="off"
        inputMode="url"
        placeholder="https://id.example.com"
      />
      <TextField form={form} name="clientId" label="Client id" autoComplete="off" />
      <TextField
        form={form}
        name="secret"
        label="Client secret"
        type="password"
        autoComplete="off"
        hint={
          kept
            ? "Kept as it is while this stays empty. It is never shown."
            : "Kept sealed; it is never shown."
        }
      />
      <TextField
        form={form}
        name="domains"
        label="E-mail domains that may sign in"
        autoComplete="off"
        placeholder="example.com"
        hint="Separated by commas. None: every domain. An address that the provider has not verified counts never."
      />
      <div className="grid gap-1.5">
        <span className="text-sm font-medium">Whoever has no invitation</span>
        <Select
          aria-label="Whoever has no invitation"
          className="max-w-sm"
          value={newcomer}
          options={newcomers.map((one) => ({ value: one, label: newcomerText(one) }))}
          onValueChange={(value) => setNewcomer(value as Newcomer)}
        />
        <p className="text-xs text-muted-foreground">
          {newcomer === nobody
            ? "An account of a member is found by its verified e-mail address."
            : "For the domains above alone; nobody becomes an admin this way."}
        </p>
      </div>
      <label className="flex cursor-pointer items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-primary"
          checked={trusted}
          onChange={(event) => setTrusted(event.target.checked)}
        />
        <span>
          The provider asks for a second factor itself
          <span className="block text-xs text-muted-foreground">
            Gatehouse then asks for no code after it, and counts it where a role needs one.
          </span>
        </span>
      </label>
      {save.isError && <Notice kind="danger" role="alert" title={errorText(save.error)} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={save.isPending}>
          {save.isPending ? "Asking the provider…" : "Try it and save"}
        </Button>
        <Button onClick={onBack}>Cancel</Button>
      </div>
    </form>
  );
}

function newcomerText(one: Newcomer): string {
  return one === nobody ? "is not let in" : `joins as ${roleText[one as Role].one}`;
}
