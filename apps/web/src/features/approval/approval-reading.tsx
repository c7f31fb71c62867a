"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Explained, verdictsOf } from "../explain/explain-body.tsx";
import { ExplainTree } from "../explain/explain-tree.tsx";
import { useOrg } from "../shell/org-context.tsx";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { WouldWrite } from "./would-write.tsx";

/** How the guard reads the call, before an answer: what it would write, and its script as a tree with the places that ask. */
export function ApprovalReading({ call }: { call: ToolCallView }) {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const query = useQuery(
    trpc.toolCall.explainRecorded.queryOptions({ org, id: call.id }, { staleTime: 60_000 }),
  );
  if (query.isPending) return <Skeleton className="h-16 w-full" />;
  if (!query.data)
    return (
      <p role="alert" className="text-sm text-danger">
        The script cannot be shown as a tree now: {errorText(query.error)}
      </p>
    );
  const scripted = query.data.nodes.some(({ kind }) => kind === "script");
  return (
    <>
      <WouldWrite call={call} paths={query.data.paths} />
      {scripted && <Tree explained={query.data} />}
    </>
  );
}

function Tree({ explained }: { explained: Explained }) {
  const { nodes, more, findings } = explained;
  const shown = useMemo(() => withoutProgram(nodes), [nodes]);
  const box = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const [selected, setSelected] = useState<number | null>(null);
  const verdicts = useMemo(() => verdictsOf(findings), [findings]);
  const wanted = hovered ?? selected;
  return (
    <section aria-label="The script as it is read" className="grid min-w-0 gap-1">
      <h4 className="text-xs font-medium text-muted-foreground">The script as it is read</h4>
      <div
        role="group"
        aria-label="Tree of the script"
        tabIndex={0}
        className="max-h-56 overflow-y-auto sm:max-h-80 rounded-md border bg-card p-1"
      >
        <ExplainTree
          nodes={shown}
          more={more}
          verdicts={verdicts}
          active={wanted === null ? null : (nodes[wanted] ?? null)}
          selected={selected}
          onHover={setHovered}
          onSelect={setSelected}
          box={box}
        />
      </div>
    </section>
  );
}

/** The words of the shell itself stand above in full; here its script is the root. */
function withoutProgram(nodes: Explained["nodes"]): Explained["nodes"] {
  const root = nodes.find(({ parent }) => parent === null);
  if (root === undefined || !nodes.some(({ parent, kind }) => parent === root.id && kind === "script"))
    return nodes;
  return nodes.flatMap((node) => {
    if (node === root) return [];
    return [{ ...node, depth: node.depth - 1, parent: node.parent === root.id ? null : node.parent }];
  });
}
