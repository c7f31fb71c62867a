"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatCount } from "../../ui/format-bytes.ts";
import { Select } from "../../ui/select.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { minutesText } from "./minutes-text.ts";

type Rung = Outputs["approval"]["ladder"][number];
export type Standing = { rung: string; minutes: number };
type LadderProps = {
  approvalId: string;
  password: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (standing: Standing[]) => void;
};

/** What a yes may leave standing in the session, step by step, each with what it would have covered. */
export function LadderDialog({ approvalId, password, open, onOpenChange, onChoose }: LadderProps) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const ladder = useQuery(trpc.approval.ladder.queryOptions({ org: slug, approvalId }));
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Run it, and let more run without asking"
        description="A grant holds in this session alone, until it ends or is revoked. What would be unsafe is not offered."
      >
        {ladder.isPending ? (
          <SkeletonRows rows={3} />
        ) : ladder.isError ? (
          <ErrorState
            title="The steps cannot be shown"
            message={errorText(ladder.error)}
            onRetry={() => void ladder.refetch()}
            className="m-0"
          />
        ) : (
          <Steps rungs={ladder.data} password={password} onChoose={onChoose} />
        )}
      </DialogContent>
    </Dialog>
  );
}

type StepsProps = Pick<LadderProps, "password" | "onChoose"> & { rungs: readonly Rung[] };

function Steps({ rungs, password, onChoose }: StepsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [minutes, setMinutes] = useState(60);
  const rung = rungs.find(({ id }) => id === chosen);
  if (rungs.length === 0) {
    return (
      <p className="text-sm text-muted-foreground">
        No grant can stand for this call: its program runs what it is given, talks to other machines, or asks
        every time.
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-2">
        <legend className="sr-only">What shall stand</legend>
        {rungs.map((one) => (
          <label
            key={one.id}
            className={cn(
              "flex cursor-pointer items-start gap-2.5 rounded-md border p-3 hover:bg-accent",
              one.id === chosen && "border-ring bg-accent",
            )}
          >
            <input
              type="radio"
              name="rung"
              className="mt-1"
              checked={one.id === chosen}
              onChange={() => {
                setChosen(one.id);
                if (!one.expiries.includes(minutes)) setMinutes(one.expiries[0] ?? 15);
              }}
            />
            <span className="grid min-w-0 gap-0.5">
              <span className="text-sm font-medium">{one.title}</span>
              <span className="text-sm [overflow-wrap:anywhere]">{one.words}</span>
              <span className="text-xs text-muted-foreground">
                Would have covered {formatCount(one.covers, "call")} of the last 30 days.
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm">Ends after</span>
        <Select
          aria-label="Ends after"
          value={String(minutes)}
          onValueChange={(value) => setMinutes(Number(value))}
          disabled={rung === undefined}
          options={(rung?.expiries ?? [minutes]).map((one) => ({
            value: String(one),
            label: minutesText(one),
          }))}
        />
      </div>
      <DialogActions>
        <DialogClose asChild>
          <Button>Back</Button>
        </DialogClose>
        <Button
          variant="primary"
          disabled={rung === undefined}
          onClick={() => rung && onChoose([{ rung: rung.id, minutes }])}
        >
          {password ? "Run and grant with proof…" : "Run and grant"}
        </Button>
      </DialogActions>
    </div>
  );
}
