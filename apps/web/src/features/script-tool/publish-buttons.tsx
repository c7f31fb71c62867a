"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { useOrg } from "../shell/org-context.tsx";
import type { ScriptTool } from "./tool-editor.tsx";

type Version = ScriptTool["versions"][number];
type PublishButtonProps = { name: string; version: Version; disabled?: boolean; primary?: boolean };

/** Names exactly the text that stands on the page; another text that was saved meanwhile is not published. */
export function PublishButton({ name, version, disabled = false, primary = false }: PublishButtonProps) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const publish = useMutation(
    trpc.scriptTool.publish.mutationOptions({
      onSuccess: () => toast.success(`Version ${version.number} of ${name} is in force.`),
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => {
        setOpen(false);
        return queryClient.invalidateQueries({ queryKey: trpc.scriptTool.pathKey() });
      },
    }),
  );
  const { number, digest, definition } = version;
  return (
    <>
      <Button
        size={primary ? "md" : "sm"}
        variant={primary ? "primary" : "secondary"}
        disabled={disabled || publish.isPending}
        title={disabled ? "Save the draft first" : undefined}
        onClick={() => setOpen(true)}
      >
        {primary ? `Publish version ${number}` : "Put in force"}
      </Button>
      <AlertDialog open={open} onOpenChange={setOpen}>
        <AlertDialogContent
          title={`Publish version ${number} of ${name}?`}
          description={
            definition.withoutAsking
              ? "Every agent of the org is offered it from now on, and it runs in safe mode without asking anybody."
              : "Every agent of the org is offered it from now on; in safe mode somebody confirms each call."
          }
        >
          <DialogActions>
            <AlertDialogCancel asChild>
              <Button>Cancel</Button>
            </AlertDialogCancel>
            <Button
              variant="primary"
              disabled={publish.isPending}
              onClick={() => publish.mutate({ org: slug, name, number, digest })}
            >
              {publish.isPending ? "Publishing…" : "Publish"}
            </Button>
          </DialogActions>
        </AlertDialogContent>
      </AlertDialog>
    </>
  );
}

export function UnpublishButton({ name }: { name: string }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const unpublish = useMutation(
    trpc.scriptTool.unpublish.mutationOptions({
      onSuccess: () => toast.success(`${name} is offered to nobody any more. Every version is kept.`),
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.scriptTool.pathKey() }),
    }),
  );
  return (
    <Button disabled={unpublish.isPending} onClick={() => unpublish.mutate({ org: slug, name })}>
      Unpublish
    </Button>
  );
}
