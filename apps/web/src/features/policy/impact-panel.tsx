"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { argvToLine } from "../argv/argv-to-line.ts";
import { VisibleText } from "../argv/visible-text-view.tsx";
import { useOrg } from "../shell/org-context.tsx";

type Preview = Outputs["policy"]["preview"];
type Flip = Preview["flips"][number];

const kinds = [
  { kind: "refused", label: "newly refused" },
  { kind: "asking", label: "newly asking" },
  { kind: "allowed", label: "newly allowed" },
] as const;

/** What the draft, or a version to be brought back, would have changed for the calls of the last 30 days. */
export function ImpactPanel({ number }: { number?: number }) {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const [by, setBy] = useState<"member" | "session">("member");
  const query = useQuery(
    trpc.policy.preview.queryOptions(
      { org, ...(number === undefined ? {} : { number }) },
      { staleTime: 60_000 },
    ),
  );
  if (query.isPending) return <SkeletonRows rows={3} />;
  if (query.data === undefined)
    return (
      <ErrorState
        title="The effect cannot be shown"
        message={errorText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  const preview = query.data;
  const groups = new Map<string, Flip[]>();
  for (const flip of preview.flips) {
    const name = by === "member" ? flip.memberName : flip.sessionTitle;
    groups.set(name, [...(groups.get(name) ?? []), flip]);
  }
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <dl aria-label="Effect on past calls" className="grid grid-cols-3 gap-2 text-center">
        {kinds.map(({ kind, label }) => (
          <div key={kind} className="rounded-md border px-2 py-1.5">
            <dd className="text-lg font-semibold tabular-nums">{preview[kind].toLocaleString("en")}</dd>
            <dt className="text-xs text-muted-foreground">{label}</dt>
          </div>
        ))}
      </dl>
      <p className="text-xs text-muted-foreground">
        {preview.calls === 0
          ? "There are no calls of the last 30 days to judge."
          : `${preview.calls.toLocaleString("en")} calls judged again in ${Math.max(1, Math.round(preview.tookMs))} ms, ${preview.onFacts.toLocaleString("en")} of them on what their host had seen, the others on names.`}
      </p>
      {preview.flips.length > 0 && (
        <>
          <Segmented
            aria-label="Group by"
            value={by}
            onValueChange={setBy}
            options={[
              { value: "member", label: "by member" },
              { value: "session", label: "by session" },
            ]}
            className="justify-self-start"
          />
          <div
            tabIndex={0}
            role="region"
            aria-label="Calls that change"
            className="grid max-h-96 gap-3 overflow-y-auto"
          >
            {[...groups].map(([name, flips]) => (
              <Group key={name} org={org} name={name} flips={flips} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

const tone = { refused: "text-danger", asking: "text-warning", allowed: "text-success" } as const;

function Group({ org, name, flips }: { org: string; name: string; flips: readonly Flip[] }) {
  return (
    <section aria-label={name} className="grid gap-1">
      <h4 className="text-sm font-medium [overflow-wrap:anywhere]">
        {name} <span className="font-normal text-muted-foreground tabular-nums">{flips.length}</span>
      </h4>
      <ul className="grid gap-px text-sm">
        {flips.slice(0, 50).map((flip) => (
          <li key={flip.id}>
            <Link
              href={`/${org}/audit/${flip.id}`}
              title={flip.sentence}
              className="grid gap-x-2 rounded px-1.5 py-0.5 hover:bg-accent sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
            >
              <span className={`text-xs leading-5 ${tone[flip.kind]}`}>
                {flip.from} → {flip.to}
              </span>
              <span className="truncate font-mono text-xs leading-5">
                <VisibleText text={argvToLine(flip.argv)} />
              </span>
              <span className="text-xs leading-5 text-muted-foreground">
                <TimeText at={new Date(flip.atMs)} form="relative" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {flips.length > 50 && (
        <p className="px-1.5 text-xs text-muted-foreground">and {flips.length - 50} more</p>
      )}
    </section>
  );
}
