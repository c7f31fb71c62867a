"use client";

import { useQuery } from "@tanstack/react-query";
import { BrainCircuit, Plus } from "lucide-react";
import { useState } from "react";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { ProviderDialog } from "./provider-dialog.tsx";
import { ProviderRow } from "./provider-row.tsx";
import { UsageToday } from "./usage-today.tsx";

export type Provider = Outputs["model"]["providers"]["providers"][number];

const pollMs = 3_000;

/** Where models are asked, for admins: addresses, keys, prices, the default, and what was used today. */
export function ModelsPage() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const [edited, setEdited] = useState<Provider | "new" | null>(null);
  const page = useQuery(trpc.model.providers.queryOptions({ org: slug }, { refetchInterval: pollMs }));
  if (page.isPending) return <PageSkeleton />;
  if (!page.data)
    return (
      <ErrorState
        title="The models cannot be shown"
        message={errorText(page.error)}
        onRetry={() => void page.refetch()}
      />
    );
  const { providers, usage, limits } = page.data;
  return (
    <Page>
      <PageHeader
        title="Models"
        description="Who answers in sessions. Without a model the demonstration agent answers, and members still run commands they type."
        actions={
          <Button variant="primary" onClick={() => setEdited("new")}>
            <Plus aria-hidden /> Add a provider
          </Button>
        }
      />
      <Card>
        <CardHeader>
          <CardTitle>Providers</CardTitle>
        </CardHeader>
        {providers.length === 0 ? (
          <EmptyState icon={<BrainCircuit />} title="No provider yet">
            Add any OpenAI-compatible address, Anthropic, or an Ollama on this machine.
          </EmptyState>
        ) : (
          <ul aria-label="Providers" className="divide-y">
            {providers.map((provider) => (
              <ProviderRow key={provider.id} provider={provider} onEdit={() => setEdited(provider)} />
            ))}
          </ul>
        )}
      </Card>
      <UsageToday usage={usage} limits={limits} />
      {edited !== null && (
        <ProviderDialog provider={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}
