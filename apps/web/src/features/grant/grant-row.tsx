"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { formatCount } from "../../ui/format-bytes.ts";
import { Select } from "../../ui/select.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { minutesText } from "../approval/minutes-text.ts";
import { useOrg } from "../shell/org-context.tsx";

type Grant = Outputs["grant"]["list"][number];
const choices = [5, 15, 60, 480];

/** One grant: what it covers, where, by whom and until when; it can end now, or earlier than it would. */
export function GrantRow({ grant }: { grant: Grant }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = {
    onError: (error: unknown) => toast.error(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.grant.pathKey() }),
  };
  const revoke = useMutation(
    trpc.grant.revoke.mutationOptions({
      ...refresh,
      onSuccess: () => toast.success("The grant is revoked; what ran on it is stopped."),
    }),
  );
  const shorten = useMutation(trpc.grant.shorten.mutationOptions(refresh));
  const left = (grant.expiresAt.getTime() - Date.now()) / 60_000;
  const earlier = choices.filter((minutes) => minutes < left);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="text-sm font-medium [overflow-wrap:anywhere]">{grant.words}</p>
        <p className="text-xs text-muted-foreground">
          In{" "}
          <Link
            href={`/${slug}/sessions/${grant.session.id}`}
            className="text-foreground underline decoration-input underline-offset-2 hover:decoration-current"
          >
            {grant.session.title}
          </Link>{" "}
          of {grant.session.owner}, granted by {grant.grantedBy}{" "}
          <TimeText at={grant.grantedAt} form="relative" />
        </p>
        <p className="text-xs text-muted-foreground">
          Used {formatCount(grant.uses, "time")}, ends <TimeText at={grant.expiresAt} form="relative" />
        </p>
      </div>
      <div className="flex items-center gap-2">
        {earlier.length > 0 && (
          <Select
            aria-label={`End earlier: ${grant.words}`}
            className="h-7 text-xs"
            value=""
            onValueChange={(value) =>
              shorten.mutate({ org: slug, grantId: grant.id, minutes: Number(value) })
            }
            options={[
              { value: "", label: "End earlier…" },
              ...earlier.map((minutes) => ({ value: String(minutes), label: `In ${minutesText(minutes)}` })),
            ].filter(({ value }) => value !== "")}
          />
        )}
        <Button
          size="sm"
          variant="danger-quiet"
          aria-label={`Revoke: ${grant.words}`}
          disabled={revoke.isPending}
          onClick={() => revoke.mutate({ org: slug, grantId: grant.id })}
        >
          Revoke
        </Button>
      </div>
    </li>
  );
}
