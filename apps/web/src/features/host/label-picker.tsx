"use client";

import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTRPC } from "../../trpc/client.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { labelChoice, labelsOf } from "./label-choice.ts";

type LabelPickerProps = { value: readonly string[]; onValueChange: (labels: string[]) => void };

/** What the host of a new session must have, out of what hosts do have, with what the choice comes to. */
export function LabelPicker({ value, onValueChange }: LabelPickerProps) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const hosts = useQuery(trpc.host.list.queryOptions({ org: slug }, { refetchInterval: 5_000 }));
  // A label that was taken off every host meanwhile stays in view, so that it can be unchosen.
  const labels = [...new Set([...labelsOf(hosts.data ?? []), ...value])].sort();
  const choice = labelChoice(hosts.data ?? [], value);
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Host labels</legend>
      {hosts.isPending ? (
        <Skeleton className="h-7" />
      ) : labels.length === 0 ? (
        <p className="text-xs text-muted-foreground">No host has labels, so any host with room takes it.</p>
      ) : (
        <>
          <div className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto p-0.5">
            {labels.map((label) => {
              const on = value.includes(label);
              return (
                <Button
                  key={label}
                  size="sm"
                  aria-pressed={on}
                  className={cn("max-w-full font-mono", on && "border-primary")}
                  onClick={() => onValueChange(on ? value.filter((one) => one !== label) : [...value, label])}
                >
                  {on && <Check aria-hidden />}
                  <span className="truncate">{label}</span>
                </Button>
              );
            })}
          </div>
          <p
            role="status"
            className={cn(
              "text-xs [overflow-wrap:anywhere]",
              choice.ok ? "text-muted-foreground" : "text-danger",
            )}
          >
            {choice.sentence}
          </p>
        </>
      )}
    </fieldset>
  );
}
