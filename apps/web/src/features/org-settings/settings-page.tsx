"use client";

import { useQuery } from "@tanstack/react-query";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { GeneralCard } from "./general-card.tsx";
import { LoginHoursCard } from "./login-hours-card.tsx";
import { ProviderCard } from "./provider-card.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { StepUpCard } from "./step-up-card.tsx";

export type OrgSettings = Outputs["org"]["settings"];

/** What holds for the whole org: its name, and how its members sign in. */
export function SettingsPage() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const settings = useQuery(trpc.org.settings.queryOptions({ org: slug }));
  if (settings.isPending) return <PageSkeleton />;
  if (!settings.data)
    return (
      <ErrorState
        title="The settings cannot be shown"
        message={errorText(settings.error)}
        onRetry={() => void settings.refetch()}
      />
    );
  return (
    <Page>
      <PageHeader
        title="Settings"
        description="What holds for the whole org: its name, and how its members sign in. Each change is on record."
      />
      <GeneralCard settings={settings.data} />
      <SecondFactorCard settings={settings.data} />
      <LoginHoursCard settings={settings.data} />
      <ProviderCard />
      <StepUpCard settings={settings.data} />
    </Page>
  );
}
