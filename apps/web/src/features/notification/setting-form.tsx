"use client";

import { linkMinutesBounds, type NotificationKind, type Saying } from "@gatehouse/core/notification/channels";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { Dialog, DialogContent } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useOrg } from "../shell/org-context.tsx";

type Setting = Outputs["notification"]["overview"]["setting"];

const kinds: readonly { kind: NotificationKind; label: string }[] = [
  { kind: "approval", label: "Calls that wait for an answer, and that waited too long" },
  { kind: "job", label: "Background commands that ended or printed a keyword" },
];
const sayings: readonly { value: Saying; label: string; text: string }[] = [
  { value: "nothing", label: "Only that something waits", text: "No program, no person, no command." },
  { value: "program", label: "The program and who asks", text: "No arguments, no script, no paths." },
  {
    value: "command",
    label: "The whole command",
    text: "Its first 500 characters. Mail servers, the webhook's receiver and lock screens then show them.",
  },
];

/** Where the webhook is and what any message says of a call. */
export function SettingForm({ setting }: { setting: Setting }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [url, setUrl] = useState(setting.webhookUrl ?? "");
  const [webhookKinds, setKinds] = useState(setting.webhookKinds);
  const [says, setSays] = useState(setting.says);
  const [minutes, setMinutes] = useState(String(setting.linkMinutes));
  const [secret, setSecret] = useState<string | null>(null);
  const onSettled = () => queryClient.invalidateQueries({ queryKey: trpc.notification.overview.pathKey() });
  const save = useMutation(
    trpc.notification.save.mutationOptions({
      onSuccess: (saved) => {
        setSecret(saved.secret);
        toast.success("Saved.");
      },
      onSettled,
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const webhookUrl = url.trim() === "" ? null : url.trim();
    save.mutate({ org: slug, webhookUrl, webhookKinds, says, linkMinutes: Number(minutes) });
  };
  const urlError = save.isError && /^webhookUrl/.test(save.error.message) ? errorText(save.error) : undefined;
  const { least, most } = linkMinutesBounds;
  const badMinutes = !/^\d+$/.test(minutes) || Number(minutes) < least || Number(minutes) > most;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Webhook and messages</CardTitle>
        {setting.webhookUrl !== null && <WebhookActions onSecret={setSecret} />}
      </CardHeader>
      <form onSubmit={submit} className="grid gap-5 p-4" noValidate>
        <Field
          label="Address of the webhook"
          hint="Gets each message as signed JSON (Standard Webhooks). Empty: none. Inside your network only where net_white_list names the host."
          error={urlError}
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              placeholder="https://chat.example.com/hooks/…"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-sm font-medium">It hears of</legend>
          {kinds.map(({ kind, label }) => (
            <label key={kind} className="flex items-center gap-2 text-sm">
              <Switch
                checked={webhookKinds.includes(kind)}
                onCheckedChange={(on) =>
                  setKinds(on ? [...webhookKinds, kind] : webhookKinds.filter((one) => one !== kind))
                }
              />
              {label}
            </label>
          ))}
        </fieldset>
        <RadioCards
          legend="What a message says of a call"
          value={says}
          onValueChange={setSays}
          options={sayings}
        />
        <Field
          label="Minutes that the link in a message opens the call"
          hint="It takes a sign-in as well, and answers nothing by itself."
          error={badMinutes ? `A whole number from ${least} to ${most}.` : undefined}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              className="w-24"
              value={minutes}
              onChange={(event) => setMinutes(event.target.value)}
            />
          )}
        </Field>
        {save.isError && urlError === undefined && (
          <p role="alert" className="text-sm text-danger">
            {errorText(save.error)}
          </p>
        )}
        <div>
          <Button type="submit" variant="primary" disabled={save.isPending || badMinutes}>
            {save.isPending ? "Saving…" : "Save"}
          </Button>
        </div>
      </form>
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </Card>
  );
}

function WebhookActions({ onSecret }: { onSecret: (secret: string) => void }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const onError = (error: unknown) => void toast.error(errorText(error));
  const test = useMutation(
    trpc.notification.test.mutationOptions({
      onSuccess: () => void toast.success("A test is on its way; the log below says what comes of it."),
      onError,
    }),
  );
  const renew = useMutation(
    trpc.notification.renewSecret.mutationOptions({ onSuccess: ({ secret }) => onSecret(secret), onError }),
  );
  return (
    <div className="flex flex-wrap gap-1.5">
      <Button
        size="sm"
        variant="quiet"
        disabled={renew.isPending}
        onClick={() => {
          if (window.confirm("Make a new secret? What is signed with the old one is over at once."))
            renew.mutate({ org: slug });
        }}
      >
        New secret
      </Button>
      <Button
        size="sm"
        disabled={test.isPending}
        onClick={() => test.mutate({ org: slug, channel: "webhook" })}
      >
        Send a test
      </Button>
    </div>
  );
}

function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  return (
    <Dialog open={secret !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="The webhook's secret"
        description="By it the receiver knows that a message is ours: HMAC-SHA256 over id, time and body, in the header webhook-signature."
      >
        {secret !== null && (
          <ShownOnce
            label="Signing secret"
            hint="It is shown only now: give it to the receiver before you close this."
            value={secret}
            copyLabel="Copy the secret"
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
