"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FlaskConical, Pencil, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { kindText } from "./kind-text.ts";
import type { Provider } from "./models-page.tsx";

export function ProviderRow({ provider, onEdit }: { provider: Provider; onEdit: () => void }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = {
    onError: (error: unknown) => toast.error(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.model.pathKey() }),
  };
  const test = useMutation(trpc.model.test.mutationOptions(options));
  const remove = useMutation(trpc.model.remove.mutationOptions(options));
  const { id, name } = provider;
  const testing = test.isPending || (provider.test.requestedAt !== null && provider.test.at === null);
  return (
    <li className="grid gap-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
          <Badge tone="outline">{kindText[provider.kind].label}</Badge>
          {provider.hasKey ? <Badge>key set</Badge> : <Badge tone="outline">no key</Badge>}
        </p>
        <code className="font-mono text-xs text-muted-foreground [overflow-wrap:anywhere]">
          {provider.baseUrl}
        </code>
        <ul className="flex flex-wrap gap-1.5" aria-label={`Models of ${name}`}>
          {provider.models.map((model) => (
            <li key={model.id}>
              <Badge
                tone={model.id === provider.defaultModel ? "info" : "outline"}
                title={`$${model.inputPrice} in, $${model.outputPrice} out a million tokens`}
              >
                {model.id}
                {model.id === provider.defaultModel && " (default)"}
              </Badge>
            </li>
          ))}
          {provider.media.image && (
            <li>
              <Badge tone="outline" title={`$${provider.media.image.price} an image`}>
                {provider.media.image.id} (images)
              </Badge>
            </li>
          )}
          {provider.media.speech && (
            <li>
              <Badge tone="outline" title={`$${provider.media.speech.price} a million characters`}>
                {provider.media.speech.id} (speech)
              </Badge>
            </li>
          )}
        </ul>
        <p role="status" className="text-xs text-muted-foreground [overflow-wrap:anywhere]">
          {testing ? "Trying it…" : <TestResult test={provider.test} />}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-1.5">
        <Button size="sm" disabled={testing} onClick={() => test.mutate({ org: slug, id })}>
          <FlaskConical aria-hidden /> Try it
        </Button>
        <Button size="sm" onClick={onEdit}>
          <Pencil aria-hidden /> Edit
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Remove ${name}`}
          disabled={remove.isPending}
          onClick={() => {
            if (
              window.confirm(
                `Remove ${name} and destroy its key? Sessions that use it fall back to the default.`,
              )
            )
              remove.mutate({ org: slug, id });
          }}
        >
          <Trash2 aria-hidden /> Remove
        </Button>
      </div>
    </li>
  );
}

function TestResult({ test }: { test: Provider["test"] }) {
  if (test.at === null) return "Not tried yet.";
  return (
    <span className={test.ok === true ? "text-success" : "text-danger"}>
      {test.ok === true ? "Works: " : "Does not work: "}
      {test.sentence} <TimeText at={test.at} form="relative" />
    </span>
  );
}
