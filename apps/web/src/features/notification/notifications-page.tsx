"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { SettingForm } from "./setting-form.tsx";
import { WaysCard } from "./ways-card.tsx";

const pollMs = 3_000;

/** How the org tells people outside its pages, for admins: the webhook, what messages say, and what became of them. */
export function NotificationsPage() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const [failedOnly, setFailedOnly] = useQueryState("failed", parseAsBoolean.withDefault(false));
  const query = useQuery(
    trpc.notification.overview.queryOptions(
      { org: slug, failedOnly },
      { refetchInterval: pollMs, placeholderData: (before) => before },
    ),
  );
  if (query.isPending) return <PageSkeleton />;
  if (!query.data)
    return (
      <ErrorState
        title="The notifications cannot be shown"
        message={errorText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <Page>
      <PageHeader
        title="Notifications"
        description="How people hear of calls that wait and of commands that ended while no page is open. Each member chooses on their profile page what reaches them."
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SettingForm setting={query.data.setting} />
        <WaysCard overview={query.data} />
      </div>
      <DeliveryLog
        deliveries={query.data.deliveries}
        failedOnly={failedOnly}
        onFailedOnly={(next) => void setFailedOnly(next ? true : null)}
      />
    </Page>
  );
}
