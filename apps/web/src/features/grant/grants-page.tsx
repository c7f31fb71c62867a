"use client";

import { useQuery } from "@tanstack/react-query";
import { KeySquare } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useMay, useOrg } from "../shell/org-context.tsx";
import { GrantRow } from "./grant-row.tsx";

export function GrantsPage() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const seesAll = useMay("approval.answer_any");
  const [everyone, setEveryone] = useQueryState("everyone", parseAsBoolean.withDefault(false));
  const grants = useQuery(
    trpc.grant.list.queryOptions({ org: slug, everyone: everyone && seesAll }, { refetchInterval: 10_000 }),
  );
  return (
    <Page>
      <PageHeader
        title="My grants"
        description="What runs without asking because somebody said so, in your sessions or by your word. Each ends by itself."
        actions={
          seesAll && (
            <label className="flex items-center gap-2 text-sm">
              <Switch checked={everyone} onCheckedChange={(value) => void setEveryone(value)} /> Of everybody
            </label>
          )
        }
      />
      {grants.isPending ? (
        <SkeletonRows rows={3} />
      ) : grants.isError && !grants.data ? (
        <ErrorState
          title="The grants cannot be shown"
          message={errorText(grants.error)}
          onRetry={() => void grants.refetch()}
        />
      ) : grants.data.length === 0 ? (
        <Card>
          <EmptyState icon={<KeySquare />} title="Nothing beyond the defaults">
            When you answer a call with “Allow more…”, what you allowed stands here until it ends.
          </EmptyState>
        </Card>
      ) : (
        <Card>
          <ul aria-label="Grants" className="divide-y">
            {grants.data.map((grant) => (
              <GrantRow key={grant.id} grant={grant} />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}
