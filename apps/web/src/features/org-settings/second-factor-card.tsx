"use client";

import { type Role, roles } from "@gatehouse/core/role";
import Link from "next/link";
import { useState } from "react";
import { errorText } from "../../trpc/error-text.ts";
import { formatCount } from "../../ui/format-bytes.ts";
import { Notice } from "../../ui/notice.tsx";
import { roleText } from "../member/role-text.ts";
import { useOrg } from "../shell/org-context.tsx";
import { SettingCard } from "./setting-card.tsx";
import type { OrgSettings } from "./settings-page.tsx";
import { useChangeSettings } from "./use-change-settings.ts";

/** Whose members need an authenticator app or a passkey, with whom that meets and the warning before it meets oneself. */
export function SecondFactorCard({ settings }: { settings: OrgSettings }) {
  const { slug, role: ownRole } = useOrg();
  const [chosen, setChosen] = useState<readonly Role[]>(settings.secondFactorRoles);
  const [confirmed, setConfirmed] = useState(false);
  const change = useChangeSettings();
  const isNew = (role: Role) => chosen.includes(role) && !settings.secondFactorRoles.includes(role);
  const meetsMe = isNew(ownRole) && !settings.ownSecondFactor;
  const met = roles.filter(isNew).reduce((sum, role) => sum + settings.withoutSecondFactor[role], 0);
  const changed = roles.some((role) => chosen.includes(role) !== settings.secondFactorRoles.includes(role));
  const toggle = (role: Role) =>
    setChosen(chosen.includes(role) ? chosen.filter((one) => one !== role) : [...chosen, role]);
  return (
    <SettingCard
      title="Required second factor"
      description="Members of these roles need an authenticator app or a passkey. Whoever has none sets one up at their next click, and reaches nothing of the org until then."
      changed={changed && (!meetsMe || confirmed)}
      isPending={change.isPending}
      onSave={() => change.mutate({ org: slug, secondFactorRoles: [...chosen], confirmed })}
    >
      <fieldset className="grid gap-1">
        <legend className="sr-only">Roles that need a second factor</legend>
        {roles.map((role) => (
          <label key={role} className="flex min-h-8 cursor-pointer items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-primary"
              checked={chosen.includes(role)}
              onChange={() => toggle(role)}
            />
            <span>
              {roleText[role].label}
              <span className="text-muted-foreground">{lackText(settings.withoutSecondFactor[role])}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {met > 0 && !meetsMe && (
        <Notice kind="info" title={`${formatCount(met, "member")} will have to set one up first.`} />
      )}
      {meetsMe && (
        <Notice kind="warning" role="status" title="You have no second factor yourself.">
          <p>
            You would have to set one up at your next click.{" "}
            <Link href={`/${slug}/profile`} className="font-medium underline underline-offset-2">
              Add one on your profile page
            </Link>{" "}
            first, or go on.
          </p>
          <label className="mt-2 flex min-h-6 cursor-pointer items-center gap-2.5">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-primary"
              checked={confirmed}
              onChange={(event) => setConfirmed(event.target.checked)}
            />
            I will set one up now
          </label>
        </Notice>
      )}
      {change.isError && <Notice kind="danger" role="alert" title={errorText(change.error)} />}
    </SettingCard>
  );
}

function lackText(count: number): string {
  return count === 0 ? "" : `, ${formatCount(count, "member")} without one now`;
}
