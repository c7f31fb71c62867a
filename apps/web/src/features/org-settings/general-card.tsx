"use client";

import { useState } from "react";
import { errorText } from "../../trpc/error-text.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { SettingCard } from "./setting-card.tsx";
import type { OrgSettings } from "./settings-page.tsx";
import { useChangeSettings } from "./use-change-settings.ts";

export function GeneralCard({ settings }: { settings: OrgSettings }) {
  const { slug } = useOrg();
  const [name, setName] = useState(settings.name);
  const change = useChangeSettings();
  const wanted = name.trim();
  return (
    <SettingCard
      title="Name and address"
      description="The name is what members read; the address stays, so that no link breaks."
      changed={wanted !== "" && wanted !== settings.name}
      isPending={change.isPending}
      onSave={() => change.mutate({ org: slug, name: wanted })}
    >
      <Field label="Org name" error={change.isError ? errorText(change.error) : undefined}>
        {(control) => (
          <Input
            {...control}
            className="h-9"
            autoComplete="off"
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <dl className="grid gap-1 text-sm">
        <dt className="font-medium">Address</dt>
        <dd className="[overflow-wrap:anywhere]">
          <code className="font-mono">
            {settings.publicUrl}/{settings.slug}
          </code>
        </dd>
        <dd className="text-xs text-muted-foreground">
          {settings.publicUrl} is PUBLIC_URL of this server; passkeys and links hold there alone. Whoever runs
          the server sets it.
        </dd>
      </dl>
    </SettingCard>
  );
}
