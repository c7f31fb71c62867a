"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Plus } from "lucide-react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../entry/text-field.tsx";
import { useTRPC } from "../../trpc/client.ts";
import { usePublish } from "./use-publish.ts";

const schema = z.object({
  name: z
    .string()
    .trim()
    .regex(/^(?:[A-Za-z0-9_.+@:-]{1,255}|\[)$/, "A bare program name, such as curl; no path and no spaces."),
  reason: z
    .string()
    .trim()
    .min(1, "Say why; everyone who is refused may ask.")
    .max(500, "At most 500 characters."),
});

export function AddDeniedForm({ org, number }: { org: string; number: number }) {
  const trpc = useTRPC();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name: "", reason: "" } });
  const add = usePublish(trpc.policy.addDenied, (name) => {
    form.reset();
    form.setFocus("name");
    return `${name} is denied from now on.`;
  });
  return (
    <form
      aria-label="Deny a command"
      noValidate
      className="grid items-start gap-3 border-b px-4 py-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
      onSubmit={form.handleSubmit((values) => add.mutate({ org, expectedNumber: number, ...values }))}
    >
      <TextField
        form={form}
        name="name"
        label="Program"
        placeholder="curl"
        className="font-mono"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <TextField form={form} name="reason" label="Reason" placeholder="Why it is denied" autoComplete="off" />
      <Button type="submit" variant="primary" size="lg" className="sm:mt-6.5" disabled={add.isPending}>
        <Plus aria-hidden /> {add.isPending ? "Publishing…" : "Deny"}
      </Button>
    </form>
  );
}
