"use client";

import { useState } from "react";
import { errorText } from "../../trpc/error-text.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { SettingCard } from "./setting-card.tsx";
import type { OrgSettings } from "./settings-page.tsx";
import { useChangeSettings } from "./use-change-settings.ts";

export function LoginHoursCard({ settings }: { settings: OrgSettings }) {
  const { slug } = useOrg();
  const { min, max } = settings.loginHoursBounds;
  const [text, setText] = useState(String(settings.loginHours));
  const change = useChangeSettings();
  const hours = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  const inBounds = hours >= min && hours <= max;
  const problem = inBounds ? undefined : `Whole hours, from ${min} to ${max}.`;
  return (
    <SettingCard
      title="How long a login lasts"
      description="A browser that was not used for this long is signed out. A shorter time holds for the logins that are open now, too."
      changed={inBounds && hours !== settings.loginHours}
      isPending={change.isPending}
      onSave={() => change.mutate({ org: slug, loginHours: hours })}
    >
      <Field
        label="Hours after the last use"
        hint={inBounds ? `${daysText(hours)}. Of somebody in several orgs the shortest counts.` : undefined}
        error={problem ?? (change.isError ? errorText(change.error) : undefined)}
      >
        {(control) => (
          <Input
            {...control}
            className="h-9 w-28"
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </SettingCard>
  );
}

function daysText(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? "One day" : `${hours / 24} days`;
  return hours < 24 ? "Within a day" : `${(hours / 24).toFixed(1)} days`;
}
