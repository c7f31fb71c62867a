"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import { isApiError, type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { formatCount } from "../../ui/format-bytes.ts";
import { Notice } from "../../ui/notice.tsx";
import { newPassword } from "../entry/account-fields.ts";
import { TextField } from "../entry/text-field.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { useRefreshSecurity } from "./use-refresh-security.ts";

const schema = z
  .object({ current: z.string().min(1, "Enter your password."), next: newPassword, again: z.string() })
  .refine(({ next, again }) => next === again, { path: ["again"], message: "The two are not the same." });

export function PasswordCard({ security }: { security: Outputs["me"]["security"] }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Password</CardTitle>
      </CardHeader>
      {security.hasPassword ? (
        <PasswordForm />
      ) : (
        <p className="p-4 text-sm text-muted-foreground">
          This account has no password; it signs in at your identity provider.
        </p>
      )}
    </Card>
  );
}

function PasswordForm() {
  const { user } = useOrg();
  const trpc = useTRPC();
  const refresh = useRefreshSecurity();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { current: "", next: "", again: "" },
  });
  const change = useMutation(
    trpc.me.changePassword.mutationOptions({
      onSuccess: ({ ended }) => {
        form.reset();
        toast.success(
          ended === 0 ? "The password is changed." : `The password is changed; ${endedText(ended)}.`,
        );
      },
      onSettled: refresh,
    }),
  );
  return (
    <form
      className="grid max-w-md gap-4 p-4"
      noValidate
      onSubmit={form.handleSubmit(({ current, next }) => change.mutate({ current, next }))}
    >
      <p className="text-sm text-muted-foreground">A change signs you out in every other browser.</p>
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <TextField
        form={form}
        name="current"
        label="Current password"
        type="password"
        autoComplete="current-password"
      />
      <TextField
        form={form}
        name="next"
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters."
      />
      <TextField
        form={form}
        name="again"
        label="New password, once more"
        type="password"
        autoComplete="new-password"
      />
      {change.isError && <Notice kind="danger" role="alert" title={wrongText(change.error)} />}
      <Button type="submit" variant="primary" className="justify-self-start" disabled={change.isPending}>
        {change.isPending ? "Changing…" : "Change the password"}
      </Button>
    </form>
  );
}

const endedText = (ended: number) =>
  `${formatCount(ended, "other login")} ${ended === 1 ? "has" : "have"} ended`;

function wrongText(error: unknown): string {
  const left = isApiError(error) ? error.data?.details["attemptsLeft"] : undefined;
  return `${errorText(error)}${typeof left === "number" ? ` ${formatCount(left, "attempt")} left.` : ""}`;
}
