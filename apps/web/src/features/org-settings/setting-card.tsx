"use client";

import type { FormEvent, ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";

type SettingCardProps = {
  title: string;
  description: ReactNode;
  changed: boolean;
  isPending: boolean;
  onSave: () => void;
  children: ReactNode;
};

/** One thing that an admin sets, saved by itself. */
export function SettingCard({ title, description, children, ...form }: SettingCardProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.onSave();
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <form onSubmit={submit} noValidate className="grid max-w-2xl gap-4 p-4">
        <p className="text-sm text-muted-foreground">{description}</p>
        {children}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          disabled={!form.changed || form.isPending}
          aria-label={`Save: ${title}`}
        >
          {form.isPending ? "Saving…" : "Save"}
        </Button>
      </form>
    </Card>
  );
}
