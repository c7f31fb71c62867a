"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { ChangeList } from "./change-list.tsx";
import type { Administration } from "./use-draft.ts";

/** A publish that waits for a second admin; its maker may only take it back. */
export function ProposalNotice({ proposal }: { proposal: NonNullable<Administration["proposal"]> }) {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const settled = {
    onError: (error: unknown) => toast.error(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.policy.pathKey() }),
  };
  const accept = useMutation(
    trpc.policy.acceptProposal.mutationOptions({
      onSuccess: ({ number }) => toast.success(`Version ${number} is in force.`),
      ...settled,
    }),
  );
  const decline = useMutation(
    trpc.policy.declineProposal.mutationOptions({
      onSuccess: () => toast.success("It is a draft again."),
      ...settled,
    }),
  );
  const { id, mine, proposedBy, proposedAt, changes, baseNumber } = proposal;
  const busy = accept.isPending || decline.isPending;
  return (
    <Notice
      kind="warning"
      title={mine ? "Your proposal waits for another admin" : `${proposedBy} proposes a new version`}
      actions={
        <div className="flex flex-wrap items-end gap-2">
          {!mine && (
            <Button variant="primary" size="sm" disabled={busy} onClick={() => accept.mutate({ org, id })}>
              Accept and publish
            </Button>
          )}
          <Field label={<span className="text-xs">{mine ? "Why it is taken back" : "Why not"}</span>}>
            {(control) => (
              <Input
                {...control}
                className="h-7 w-56"
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          <Button
            size="sm"
            disabled={busy || reason.trim() === ""}
            onClick={() => decline.mutate({ org, id, reason: reason.trim() })}
          >
            {mine ? "Take back" : "Reject"}
          </Button>
        </div>
      }
    >
      <div className="grid gap-2">
        <p>
          “{proposal.reason}” <TimeText at={proposedAt} form="relative" />, on version {baseNumber}.
        </p>
        <ChangeList changes={changes} label="What is proposed" />
      </div>
    </Notice>
  );
}
