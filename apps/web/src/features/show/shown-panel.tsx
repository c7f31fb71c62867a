"use client";

import { X } from "lucide-react";
import dynamic from "next/dynamic";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { actorText } from "../tool-call/actor-text.ts";
import { shownTitle } from "./shown-calls.ts";
import type { Shown } from "./use-shown.ts";

const ShownBody = dynamic(() => import("./shown-body.tsx").then((part) => part.ShownBody), {
  ssr: false,
  loading: () => <SkeletonRows rows={8} />,
});

type ShownPanelProps = { org: string; shown: Shown; onClose: () => void };

/** Beside the session, or over it on a narrow screen: a file or a page that the agent wants looked at. */
export function ShownPanel({ org, shown, onClose }: ShownPanelProps) {
  const { call, all, show } = shown;
  if (call === null) return null;
  return (
    <section aria-label="Shown by the agent" className="flex h-full min-h-0 flex-col bg-card">
      <header className="flex min-h-11 items-center gap-2 border-b px-3 py-1.5">
        <div className="grid min-w-0 flex-1">
          {all.length > 1 ? (
            <Select
              aria-label="What is shown"
              value={call.id}
              onValueChange={show}
              className="h-7 max-w-full font-medium"
              options={all.toReversed().map((one) => ({ value: one.id, label: shownTitle(one) }))}
            />
          ) : (
            <h2 className="truncate text-sm font-medium" title={shownTitle(call)}>
              {shownTitle(call)}
            </h2>
          )}
          <p className="truncate text-xs text-muted-foreground">
            {call.tool === "open_file" ? call.input.path : actorText(call.actor)},{" "}
            <TimeText at={call.requestedAt} form="clock" />
          </p>
        </div>
        <Button variant="quiet" size="icon-sm" aria-label="Close what is shown" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <ShownBody key={call.id} org={org} call={call} />
      </div>
    </section>
  );
}
