"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { ChangeList } from "./change-list.tsx";
import { ImpactPanel } from "./impact-panel.tsx";

type PublishDialogProps = {
  open: boolean;
  /** the version that is brought back; absent for the draft */
  number?: number;
  secondAdmin: boolean;
  busy: boolean;
  onClose: () => void;
  onPublish: (of: { reason: string; confirmed: string[] }) => void;
};

/** The difference, the test cases, the warnings and the reason, all before anything is in force. */
export function PublishDialog({ open, onClose, ...form }: PublishDialogProps) {
  const title = form.number === undefined ? "Publish the draft" : `Bring back version ${form.number}`;
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      {open && (
        <DialogContent
          title={title}
          description={
            form.secondAdmin
              ? "It becomes a proposal; another admin accepts it."
              : "In force at once, for calls that wait in the queue too. What runs goes on."
          }
          className="max-h-[92vh] w-[min(44rem,calc(100vw-1.5rem))] content-start overflow-y-auto"
        >
          <PublishForm {...form} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function PublishForm({ number, secondAdmin, busy, onPublish }: Omit<PublishDialogProps, "open" | "onClose">) {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const [reason, setReason] = useState("");
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const query = useQuery(
    trpc.policy.review.queryOptions(
      { org, ...(number === undefined ? {} : { number }) },
      { staleTime: 0, gcTime: 0 },
    ),
  );
  if (query.isPending) return <SkeletonRows rows={4} />;
  if (query.data === undefined)
    return (
      <ErrorState
        title="It cannot be reviewed now"
        message={errorText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  const { changes, cases, warnings } = query.data;
  const failing = cases.filter(({ passed }) => !passed);
  const open = warnings.filter(({ code }) => !confirmed.includes(code));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPublish({ reason: reason.trim(), confirmed: [...confirmed] });
  };
  const ready = reason.trim() !== "" && failing.length === 0 && open.length === 0 && changes.length > 0;
  return (
    <form onSubmit={submit} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <ChangeList changes={changes} label="What changes" />
      <ImpactPanel {...(number === undefined ? {} : { number })} />
      {failing.length > 0 ? (
        <Notice kind="danger" title={`${failing.length} of ${cases.length} test cases fail`}>
          <ul className="grid gap-1">
            {failing.map((item) => (
              <li key={item.id}>
                <span className="font-medium">{item.name}</span>: expected {item.expected.verdict}, found{" "}
                {item.verdict} ({item.rule})
              </li>
            ))}
          </ul>
          Change the policy, or the case under Playground.
        </Notice>
      ) : (
        cases.length > 0 && (
          <p className="text-sm text-muted-foreground">
            {cases.length === 1 ? "The test case passes." : `All ${cases.length} test cases pass.`}
          </p>
        )
      )}
      {warnings.length > 0 && (
        <Notice kind="warning" title="Confirm each of these">
          <div className="grid gap-1.5">
            {warnings.map(({ code, sentence }) => (
              <label key={code} className="flex items-start gap-2">
                <input
                  type="checkbox"
                  className="mt-1"
                  checked={confirmed.includes(code)}
                  onChange={(event) =>
                    setConfirmed((all) =>
                      event.target.checked ? [...all, code] : all.filter((one) => one !== code),
                    )
                  }
                />
                {sentence}
              </label>
            ))}
          </div>
        </Notice>
      )}
      <Field label="Reason" hint="Stands in the history of the policy and in the audit record.">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={busy || !ready}>
          {busy ? "Publishing…" : secondAdmin ? "Propose" : "Publish"}
        </Button>
      </DialogActions>
    </form>
  );
}
