"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import type { Administration, Draft } from "./use-draft.ts";

/** Who edits since when, whether a newer version overtook the draft, and what may be done with it. */
export function DraftState({ draft, administration }: { draft: Draft; administration: Administration }) {
  const trpc = useTRPC();
  const [publishing, setPublishing] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const { org, refresh } = draft;
  const { draft: edited, current } = administration;
  const onError = (error: unknown) => toast.error(errorText(error));
  const rebase = useMutation(
    trpc.policy.rebaseDraft.mutationOptions({
      onSuccess: ({ conflicts }) =>
        toast.success("The draft stands on the newest version now.", {
          ...(conflicts.length > 0
            ? { description: `Both sides set ${conflicts.join(", ")}; the draft’s value was kept.` }
            : {}),
        }),
      onError,
      onSettled: refresh,
    }),
  );
  const discard = useMutation(
    trpc.policy.discardDraft.mutationOptions({
      onSuccess: () => toast.success("The draft is gone."),
      onError,
      onSettled: () => {
        setDiscarding(false);
        return refresh();
      },
    }),
  );
  const publish = useMutation(
    trpc.policy.publishDraft.mutationOptions({
      onSuccess: (published) => {
        setPublishing(false);
        toast.success(
          published.kind === "published"
            ? `Version ${published.number} is in force.`
            : "Proposed to the other admins.",
        );
      },
      onError,
      onSettled: refresh,
    }),
  );
  if (edited === null)
    return (
      <Notice kind="info" title="There is no draft">
        The first change below begins one from version {current.number}. Nothing is in force until it is
        published.
      </Notice>
    );
  const { revision } = edited;
  const behind = edited.baseNumber !== current.number;
  return (
    <>
      <Notice
        kind={behind ? "warning" : "info"}
        title={
          behind
            ? `Version ${current.number} was published meanwhile; this draft stands on version ${edited.baseNumber}`
            : `${edited.changes.length} ${edited.changes.length === 1 ? "change" : "changes"} against version ${current.number}, none in force`
        }
        actions={
          <>
            {behind ? (
              <Button
                variant="primary"
                size="sm"
                disabled={rebase.isPending}
                onClick={() => rebase.mutate({ org, revision })}
              >
                Bring the draft up to version {current.number}
              </Button>
            ) : (
              <Button
                variant="primary"
                size="sm"
                disabled={draft.busy || edited.changes.length === 0}
                onClick={() => setPublishing(true)}
              >
                Review and publish…
              </Button>
            )}
            {discarding ? (
              <>
                <Button
                  variant="danger"
                  size="sm"
                  disabled={discard.isPending}
                  onClick={() => discard.mutate({ org, revision })}
                >
                  Discard all changes
                </Button>
                <Button size="sm" onClick={() => setDiscarding(false)}>
                  Keep the draft
                </Button>
              </>
            ) : (
              <Button size="sm" onClick={() => setDiscarding(true)}>
                Discard…
              </Button>
            )}
          </>
        }
      >
        Begun by {edited.startedBy} <TimeText at={edited.startedAt} form="relative" />, last changed by{" "}
        {edited.updatedBy} <TimeText at={edited.updatedAt} form="relative" />.
      </Notice>
      <PublishDialog
        open={publishing}
        secondAdmin={administration.secondAdmin}
        busy={publish.isPending}
        onClose={() => setPublishing(false)}
        onPublish={(of) => publish.mutate({ org, revision, ...of })}
      />
    </>
  );
}
