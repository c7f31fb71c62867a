"use client";

import type { ExplainedFinding } from "@gatehouse/core/policy/explain/explanation";
import type { Verdict } from "@gatehouse/core/policy/decision";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { Outputs } from "../../trpc/client.ts";
import { cn } from "../../ui/cn.ts";
import { formatCount } from "../../ui/format-bytes.ts";
import { ArgvView } from "../argv/argv-view.tsx";
import { reasonMarks } from "../argv/reason-marks.ts";
import { VerdictBadge } from "../audit/verdict-badge.tsx";
import { ExplainTree } from "./explain-tree.tsx";
import { FindingList } from "./finding-list.tsx";
import { nodeMarks } from "./node-marks.ts";
import { PathTable } from "./path-table.tsx";
import { SandboxPart } from "./sandbox-part.tsx";

export type Explained = Outputs["toolCall"]["explain"];

const strictness: Record<Verdict, number> = { allow: 0, ask: 1, deny: 2 };

/** The strictest verdict of the findings that stand in each node. */
export function verdictsOf(findings: readonly ExplainedFinding[]): ReadonlyMap<number, Verdict> {
  const verdicts = new Map<number, Verdict>();
  for (const { node, verdict } of findings) {
    if (node === null) continue;
    const before = verdicts.get(node);
    if (before === undefined || strictness[verdict] > strictness[before]) verdicts.set(node, verdict);
  }
  return verdicts;
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-2">
      <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
        {title}
        {aside}
      </h3>
      {children}
    </section>
  );
}

/** The arguments, the tree and the findings of one call, tied to one another; then its paths and its sandbox. */
export function ExplainBody({ argv, explained }: { argv: readonly string[]; explained: Explained }) {
  const { nodes, more, findings, decision, paths, pathFacts, sandbox } = explained;
  const [hovered, setHovered] = useState<number | null>(null);
  const [selected, setSelected] = useState<number | null>(null);
  const [pressed, setPressed] = useState<number | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const wanted = useDeferredValue(hovered ?? selected);
  const active = wanted === null ? null : (nodes[wanted] ?? null);
  const verdicts = useMemo(() => verdictsOf(findings), [findings]);
  const marks = useMemo(
    () => (active === null ? reasonMarks(findings, argv) : nodeMarks(active)),
    [active, findings, argv],
  );
  useEffect(() => {
    const box = text.current;
    const mark = box?.querySelector<HTMLElement>(".place-mark");
    if (!box || !mark) return;
    const [outer, inner] = [box.getBoundingClientRect(), mark.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - 24;
  }, [marks]);
  const press = ({ node }: ExplainedFinding, at: number) => {
    setPressed(at);
    setHovered(null);
    setSelected(node);
    tree.current?.querySelector(`[data-node="${node}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const select = (id: number) => {
    setSelected(id);
    setPressed(null);
  };
  return (
    <div className="grid min-h-0 min-w-0 gap-4">
      <div
        ref={text}
        tabIndex={0}
        role="region"
        aria-label="Arguments of the call"
        className={cn(
          "sticky -top-4 z-10 -mx-1 max-h-32 overflow-y-auto border-b bg-popover p-1 pb-3 sm:-top-5 sm:max-h-44",
          active !== null && "node-marks",
        )}
      >
        <ArgvView argv={argv} marks={marks} full />
      </div>
      <div className="grid min-w-0 gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Part title="As the guard reads it">
          <ExplainTree
            nodes={nodes}
            more={more}
            verdicts={verdicts}
            active={active}
            selected={selected}
            onHover={setHovered}
            onSelect={select}
            box={tree}
          />
        </Part>
        <Part
          title="Findings"
          aside={
            <>
              <VerdictBadge verdict={decision.verdict} />
              <span className="text-xs font-normal text-muted-foreground">
                {formatCount(findings.length, "finding")}, policy version {decision.policyNumber}
              </span>
            </>
          }
        >
          <FindingList findings={findings} selected={pressed} onSelect={press} />
        </Part>
      </div>
      <PathTable paths={paths} facts={pathFacts} />
      <SandboxPart sandbox={sandbox} />
    </div>
  );
}
