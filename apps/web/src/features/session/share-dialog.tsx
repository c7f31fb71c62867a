"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Select } from "../../ui/select.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { visibilityText } from "./visibility-text.ts";

type Sharing = Outputs["session"]["sharing"];
type ShareDialogProps = { org: string; sessionId: string; ownerId: string; onClose: () => void };

/** With whom a session is shared, for its owner and admins. */
export function ShareDialog(props: ShareDialogProps) {
  const { org, sessionId } = props;
  const trpc = useTRPC();
  const sharing = useQuery(trpc.session.sharing.queryOptions({ org, id: sessionId }, { staleTime: 0 }));
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()}>
      <DialogContent
        title="Share this session"
        description="You and the admins always see and drive it. Others as you say here, at once."
      >
        {sharing.isError ? (
          <ErrorState
            title="The sharing cannot be shown"
            message={errorText(sharing.error)}
            onRetry={() => void sharing.refetch()}
          />
        ) : sharing.data ? (
          <ShareForm {...props} sharing={sharing.data} />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </DialogContent>
    </Dialog>
  );
}

function ShareForm({ org, sessionId, ownerId, onClose, sharing }: ShareDialogProps & { sharing: Sharing }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [visibility, setVisibility] = useState(sharing.visibility);
  const [shares, setShares] = useState(sharing.shares);
  const members = useQuery(trpc.member.list.queryOptions({ org }));
  const share = useMutation(
    trpc.session.share.mutationOptions({
      onSuccess: onClose,
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.session.pathKey() }),
    }),
  );
  const others = (members.data ?? []).filter(
    (member) => member.id !== ownerId && !shares.some((one) => one.memberId === member.id),
  );
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        share.mutate({
          org,
          id: sessionId,
          visibility,
          shares: shares.map(({ memberId, access }) => ({ memberId, access })),
        });
      }}
    >
      <RadioCards
        legend="Everyone in the org"
        value={visibility}
        onValueChange={setVisibility}
        options={(["private", "org_read", "org_drive"] as const).map((value) => ({
          value,
          ...visibilityText[value],
        }))}
      />
      {visibility !== "org_drive" && (
        <section aria-label="Chosen members" className="grid gap-2">
          <h3 className="text-sm font-medium">Chosen members</h3>
          <ul className="grid gap-1.5">
            {shares.map((one) => (
              <li key={one.memberId} className="flex flex-wrap items-center gap-2 text-sm">
                <span className="min-w-0 flex-1 truncate">{one.name}</span>
                <Segmented
                  aria-label={`What ${one.name} may do`}
                  value={one.access}
                  options={[
                    { value: "read", label: "Read" },
                    { value: "drive", label: "Drive" },
                  ]}
                  onValueChange={(access) =>
                    setShares(shares.map((other) => (other === one ? { ...one, access } : other)))
                  }
                />
                <Button
                  variant="quiet"
                  size="icon-sm"
                  aria-label={`Stop sharing with ${one.name}`}
                  onClick={() => setShares(shares.filter((other) => other !== one))}
                >
                  <X aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
          {others.length > 0 && (
            <Select
              aria-label="Add a member"
              value=""
              options={[
                { value: "", label: "Add a member…" },
                ...others.map((member) => ({ value: member.id, label: member.name })),
              ].slice(1)}
              onValueChange={(memberId) => {
                const member = others.find((one) => one.id === memberId);
                if (member) setShares([...shares, { memberId, name: member.name, access: "read" }]);
              }}
            />
          )}
        </section>
      )}
      {share.isError && <Notice kind="danger" role="alert" title={errorText(share.error)} />}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={share.isPending}>
          {share.isPending ? "Sharing…" : "Share"}
        </Button>
      </DialogActions>
    </form>
  );
}
