"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { Select } from "../../ui/select.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { kindText } from "./kind-text.ts";
import { type MediaDraft, MediaRows } from "./media-rows.tsx";
import { ModelRows } from "./model-rows.tsx";
import type { Provider } from "./models-page.tsx";

type ProviderDialogProps = { provider: Provider | null; onClose: () => void };

const kinds = ["openai_compatible", "anthropic", "ollama"] as const;
const none = "none";
const noMedia: MediaDraft = { id: "", price: 0 };

/** Adds or edits a provider. A key is entered here and never shown again. */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<Provider["kind"]>(provider?.kind ?? "openai_compatible");
  const [name, setName] = useState(provider?.name ?? "");
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? kindText.openai_compatible.baseUrl);
  const [models, setModels] = useState(provider?.models ?? [{ id: "", inputPrice: 0, outputPrice: 0 }]);
  const [standard, setStandard] = useState(provider?.defaultModel ?? none);
  const [image, setImage] = useState(provider?.media.image ?? noMedia);
  const [speech, setSpeech] = useState(provider?.media.speech ?? noMedia);
  const [key, setKey] = useState("");
  const save = useMutation(
    trpc.model.save.mutationOptions({
      onSuccess: onClose,
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.model.pathKey() }),
    }),
  );
  const named = models.filter((model) => model.id.trim() !== "");
  const pickKind = (next: Provider["kind"]) => {
    if (kinds.some((one) => kindText[one].baseUrl === baseUrl)) setBaseUrl(kindText[next].baseUrl);
    setKind(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({
      org: slug,
      ...(provider === null ? {} : { id: provider.id }),
      name,
      kind,
      baseUrl: baseUrl.replace(/\/+$/, ""),
      models: named,
      defaultModel: named.some((model) => model.id === standard) ? standard : null,
      image: kind === "openai_compatible" && image.id.trim() !== "" ? image : null,
      speech: kind === "openai_compatible" && speech.id.trim() !== "" ? speech : null,
      ...(key === "" ? {} : { key }),
    });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={provider === null ? "Add a provider" : `Edit ${provider.name}`}
        description="The workers ask this address. Conversations, and with them file contents and output, are sent there."
      >
        <form onSubmit={submit} className="grid gap-4">
          <RadioCards
            legend="Kind"
            value={kind}
            onValueChange={pickKind}
            options={kinds.map((one) => ({
              value: one,
              label: kindText[one].label,
              text: kindText[one].text,
            }))}
          />
          <Field label="Name">
            {(control) => (
              <Input
                {...control}
                required
                maxLength={80}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field
            label="Address"
            hint="Up to the version, without the last part of a call. A local one is fine."
          >
            {(control) => (
              <Input
                {...control}
                required
                type="url"
                className="font-mono text-xs"
                value={baseUrl}
                onChange={(event) => setBaseUrl(event.target.value)}
              />
            )}
          </Field>
          <Field
            label="Key"
            hint={
              provider?.hasKey
                ? "One is set. Leave this empty to keep it."
                : "Kept encrypted, and never shown again."
            }
          >
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="off"
                value={key}
                onChange={(event) => setKey(event.target.value)}
              />
            )}
          </Field>
          <ModelRows models={models} onChange={setModels} />
          {kind === "openai_compatible" && (
            <MediaRows image={image} speech={speech} onImage={setImage} onSpeech={setSpeech} />
          )}
          <Field label="Default of the org" hint="Sessions without a choice of their own use it.">
            {(control) => (
              <Select
                id={control.id}
                aria-describedby={control["aria-describedby"]}
                value={named.some((model) => model.id === standard) ? standard : none}
                onValueChange={setStandard}
                options={[
                  { value: none, label: "None of these" },
                  ...named.map((model) => ({ value: model.id, label: model.id })),
                ]}
              />
            )}
          </Field>
          {save.isError && <Notice kind="danger" role="alert" title={errorText(save.error)} />}
          <DialogActions>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button type="submit" variant="primary" disabled={save.isPending || named.length === 0}>
              {save.isPending ? "Saving…" : "Save"}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
