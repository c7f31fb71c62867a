"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type TokenScope, tokenScopes } from "@gatehouse/core/token-scope";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogClose } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../entry/text-field.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { scopeText } from "./scope-text.ts";

const schema = z.object({ name: z.string().trim().min(1, "say what the token is for").max(80) });
const lifetimes = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "One year" },
];

export function TokenForm({ onMade }: { onMade: (made: Outputs["token"]["create"]) => void }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [scopes, setScopes] = useState<readonly TokenScope[]>(["session.read", "session.write", "tool.call"]);
  const [days, setDays] = useState("30");
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name: "" } });
  const create = useMutation(
    trpc.token.create.mutationOptions({
      onSuccess: onMade,
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.token.pathKey() }),
    }),
  );
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={form.handleSubmit(({ name }) =>
        create.mutate({ org: slug, name, scopes: [...scopes], days: Number(days) }),
      )}
    >
      <TextField form={form} name="name" label="Name" hint="For what, and where it is kept." autoFocus />
      <ScopeChoice scopes={scopes} onChange={setScopes} />
      <Field label="Works for">
        {({ id }) => <Select id={id} value={days} onValueChange={setDays} options={lifetimes} />}
      </Field>
      {create.isError && <Notice kind="danger" role="alert" title={errorText(create.error)} />}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={create.isPending || scopes.length === 0}>
          {create.isPending ? "Making the token…" : "Make the token"}
        </Button>
      </DialogActions>
    </form>
  );
}

function ScopeChoice(props: { scopes: readonly TokenScope[]; onChange: (scopes: TokenScope[]) => void }) {
  const { scopes, onChange } = props;
  const toggle = (scope: TokenScope, on: boolean): void =>
    onChange(tokenScopes.filter((one) => (one === scope ? on : scopes.includes(one))));
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">May be used to</legend>
      <div className="grid divide-y rounded-md border">
        {tokenScopes.map((scope) => (
          <label key={scope} className="flex min-h-9 items-start gap-2.5 px-3 py-2 text-sm hover:bg-accent">
            <input
              type="checkbox"
              className="mt-0.5 size-4 shrink-0 accent-primary"
              checked={scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.target.checked)}
            />
            <span className="grid min-w-0">
              {scopeText[scope].label}
              <span className="text-xs text-muted-foreground">{scopeText[scope].text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
