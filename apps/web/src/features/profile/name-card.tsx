"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useOrg } from "../shell/org-context.tsx";

export function NameCard() {
  const { user } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [name, setName] = useState(user.name);
  const rename = useMutation(
    trpc.me.rename.mutationOptions({
      onSuccess: () => void toast.success("Your name is changed."),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey: trpc.me.get.queryKey() }),
          queryClient.invalidateQueries({ queryKey: trpc.member.list.pathKey() }),
        ]),
    }),
  );
  const wanted = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ name: wanted });
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Name</CardTitle>
      </CardHeader>
      <form onSubmit={submit} className="grid max-w-md gap-4 p-4">
        <Field
          label="Your name"
          hint={`What others read beside what you do. You sign in as ${user.email}.`}
          error={rename.isError ? errorText(rename.error) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              className="h-9"
              autoComplete="name"
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          disabled={wanted === "" || wanted === user.name || rename.isPending}
        >
          {rename.isPending ? "Saving…" : "Change the name"}
        </Button>
      </form>
    </Card>
  );
}
