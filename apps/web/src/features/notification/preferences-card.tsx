"use client";

import type { MemberChannel, NotificationKind } from "@gatehouse/core/notification/channels";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { DeviceList } from "./device-list.tsx";

type Preferences = Outputs["notification"]["preferences"];

const kinds: readonly { kind: NotificationKind; label: string; text: string }[] = [
  {
    kind: "approval",
    label: "A call waits for your answer",
    text: "When it asks, and again when it waited too long.",
  },
  { kind: "job", label: "A background command", text: "When it ends, or prints one of its keywords." },
];
const ways: readonly { channel: MemberChannel; label: string }[] = [
  { channel: "push", label: "Browsers" },
  { channel: "email", label: "E-mail" },
];

/** What the member is told of while no page is open, by which way, and on which browsers. */
export function PreferencesCard() {
  const { slug, name } = useOrg();
  const trpc = useTRPC();
  const query = useQuery(trpc.notification.preferences.queryOptions({ org: slug }));
  return (
    <Card>
      <CardHeader>
        <CardTitle>What you are told outside these pages, by {name}</CardTitle>
      </CardHeader>
      {query.isPending ? (
        <SkeletonRows rows={3} className="p-4" />
      ) : query.isError ? (
        <ErrorState
          title="Your notifications cannot be shown"
          message={errorText(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <>
          <Choices preferences={query.data} />
          <DeviceList devices={query.data.devices} />
        </>
      )}
    </Card>
  );
}

function Choices({ preferences }: { preferences: Preferences }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queryKey = trpc.notification.preferences.queryKey({ org: slug });
  const choose = useMutation(
    trpc.notification.choose.mutationOptions({
      onMutate: ({ kind, channel, wanted }) =>
        void queryClient.setQueryData(queryKey, (before) =>
          before === undefined
            ? before
            : {
                ...before,
                wanted: { ...before.wanted, [kind]: { ...before.wanted[kind], [channel]: wanted } },
              },
        ),
      onError: (error) => void toast.error(errorText(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey }),
    }),
  );
  const { email } = preferences;
  return (
    <div className="grid gap-1 px-4 py-3">
      <div className="flex items-end gap-2 text-xs text-muted-foreground" aria-hidden>
        <span className="flex-1" />
        {ways.map(({ channel, label }) => (
          <span key={channel} className="w-16 text-center">
            {label}
          </span>
        ))}
      </div>
      {kinds.map(({ kind, label, text }) => (
        <div key={kind} className="flex items-center gap-2 py-1">
          <span className="min-w-0 flex-1 text-sm">
            {label}
            <span className="block text-xs text-muted-foreground">{text}</span>
          </span>
          {ways.map((way) => (
            <span key={way.channel} className="flex w-16 justify-center">
              <Switch
                aria-label={`${label}: ${way.label}`}
                checked={preferences.wanted[kind][way.channel]}
                onCheckedChange={(wanted) => choose.mutate({ org: slug, kind, channel: way.channel, wanted })}
              />
            </span>
          ))}
        </div>
      ))}
      <EmailLine address={email.address} works={email.works} />
    </div>
  );
}

function EmailLine({ address, works }: { address: string; works: boolean }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const test = useMutation(
    trpc.notification.test.mutationOptions({
      onSuccess: () => void toast.success(`A test is on its way to ${address}.`),
      onError: (error) => void toast.error(errorText(error)),
    }),
  );
  if (!works)
    return (
      <p className="pt-1 text-xs text-muted-foreground">
        E-mail is not sent here yet: this installation has no mail server set.
      </p>
    );
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-xs text-muted-foreground">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        E-mail goes to {address}; about a new call after a minute without an answer.
      </span>
      <Button
        size="sm"
        variant="quiet"
        disabled={test.isPending}
        onClick={() => test.mutate({ org: slug, channel: "email" })}
      >
        Send me a test
      </Button>
    </p>
  );
}
