"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type Role, roles } from "@gatehouse/core/role";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { email } from "../entry/account-fields.ts";
import { TextField } from "../entry/text-field.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { roleText } from "./role-text.ts";

type InviteDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };
type Made = Outputs["invitation"]["create"] & { email: string };

export function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Invite a member"
        description="You get a link to hand over yourself; no mail is sent."
      >
        <InviteBody />
      </DialogContent>
    </Dialog>
  );
}

function InviteBody() {
  const [made, setMade] = useState<Made | null>(null);
  return made ? <InviteLink made={made} /> : <InviteForm onMade={setMade} />;
}

function InviteForm({ onMade }: { onMade: (made: Made) => void }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [role, setRole] = useState<Role>("member");
  const form = useForm({ resolver: zodResolver(z.object({ email })), defaultValues: { email: "" } });
  const create = useMutation(
    trpc.invitation.create.mutationOptions({
      onSuccess: (invitation, variables) => onMade({ ...invitation, email: variables.email }),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.invitation.pathKey() }),
    }),
  );
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={form.handleSubmit((values) => create.mutate({ org: slug, role, ...values }))}
    >
      <TextField form={form} name="email" label="E-mail" type="email" autoComplete="off" autoFocus />
      <RadioCards
        legend="Role"
        value={role}
        onValueChange={setRole}
        options={roles.map((one) => ({
          value: one,
          label: roleText[one].label,
          text: `May ${roleText[one].may}`,
        }))}
      />
      {create.isError && <Notice kind="danger" role="alert" title={errorText(create.error)} />}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={create.isPending}>
          {create.isPending ? "Making the link…" : "Make the link"}
        </Button>
      </DialogActions>
    </form>
  );
}

function InviteLink({ made }: { made: Made }) {
  return (
    <ShownOnce
      label={`Link for ${made.email}`}
      hint={
        <>
          Works once, until <TimeText at={made.expiresAt} />. It is shown only now.
        </>
      }
      value={made.url}
      copyLabel="Copy the link"
    />
  );
}
