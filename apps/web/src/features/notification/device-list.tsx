"use client";

import { useMutation } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { type PushAbility, usePush } from "./use-push.ts";

type Device = Outputs["notification"]["preferences"]["devices"][number];

const unable: Partial<Record<PushAbility, string>> = {
  unsupported:
    "This browser shows no messages here. It takes an https address, and on an iPhone the site on the home screen.",
  blocked:
    "This browser was told not to show messages of this site. Allow it in the browser's own settings first.",
};

/** The browsers that show messages, this one among them or not. */
export function DeviceList({ devices }: { devices: readonly Device[] }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const { ability, deviceId, on, remove } = usePush();
  const test = useMutation(
    trpc.notification.test.mutationOptions({
      onSuccess: () => void toast.success("A test is on its way to your browsers."),
      onError: (error) => void toast.error(errorText(error)),
    }),
  );
  const here = devices.some(({ id }) => id === deviceId);
  const why = unable[ability];
  const failed = on.error ?? remove.error;
  return (
    <div className="border-t">
      <div className="flex flex-wrap items-center gap-2 px-4 py-2.5">
        <p className="min-w-0 flex-1 basis-56 text-sm">
          {devices.length === 0 ? "No browser of yours shows messages yet." : "Browsers that show messages"}
        </p>
        {devices.length > 0 && (
          <Button
            size="sm"
            variant="quiet"
            disabled={test.isPending}
            onClick={() => test.mutate({ org: slug, channel: "push" })}
          >
            Send a test
          </Button>
        )}
        {ability === "able" && !here && (
          <Button size="sm" disabled={on.isPending} onClick={() => on.mutate()}>
            <BellRing aria-hidden /> {on.isPending ? "Switching on…" : "Tell me in this browser"}
          </Button>
        )}
      </div>
      {why !== undefined && <p className="px-4 pb-3 text-xs text-muted-foreground">{why}</p>}
      {failed && (
        <p role="alert" className="px-4 pb-3 text-sm text-danger">
          {failedText(failed)}
        </p>
      )}
      {devices.length > 0 && (
        <ul aria-label="Browsers that show messages" className="divide-y border-t">
          {devices.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <span className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
                {name} {id === deviceId && <Badge tone="info">this browser</Badge>}
                <span className="block text-xs text-muted-foreground">
                  since <TimeText at={createdAt} form="relative" />
                  {lastUsedAt !== null && (
                    <>
                      , last told <TimeText at={lastUsedAt} form="relative" />
                    </>
                  )}
                </span>
              </span>
              <Button
                size="sm"
                variant="danger-quiet"
                aria-label={`Remove ${name}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate(id)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What the browser itself says where it is the browser that failed: its push service away, a worker that did not start. */
function failedText(error: unknown): string {
  if (error instanceof DOMException) return `The browser could not be switched on: ${error.message}`;
  return error instanceof Error && error.constructor === Error ? error.message : errorText(error);
}
