"use client";

import type { ExplainedNode } from "@gatehouse/core/policy/explain/explanation";
import type { Verdict } from "@gatehouse/core/policy/decision";
import { type KeyboardEvent, type RefObject, useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { Mark } from "../argv/mark-places.ts";
import { TreeRow } from "./tree-row.tsx";
import { rowAfter, treeRows } from "./tree-rows.ts";

type ExplainTreeProps = {
  nodes: readonly ExplainedNode[];
  more: number;
  verdicts: ReadonlyMap<number, Verdict>;
  active: ExplainedNode | null;
  selected: number | null;
  onHover: (id: number | null) => void;
  onSelect: (id: number) => void;
  box: RefObject<HTMLDivElement | null>;
};

const noMarks: readonly Mark[] = [];
/** rows drawn at first; thousands at once would hold the page */
const firstRows = 250;

/** The call as a tree. Arrow keys move, and what is under the pointer or the focus is marked in the text. */
export function ExplainTree(props: ExplainTreeProps) {
  const { nodes, more, verdicts, active, selected, onHover, onSelect, box } = props;
  const [whole, setWhole] = useState(false);
  const all = useMemo(() => treeRows(nodes), [nodes]);
  const rows = useMemo(() => (whole ? all : all.slice(0, firstRows)), [all, whole]);
  const innerMarks = useMemo(() => {
    const inner = active?.inner;
    return inner ? { script: inner.script, marks: [{ start: inner.start, end: inner.end }] } : null;
  }, [active]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== "treeitem") return;
    const at = rows.findIndex(({ id }) => id === selected);
    const from = at < 0 ? 0 : at;
    const to = rowAfter(rows, from, event.key);
    if (!["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    onHover(null);
    const row = box.current?.querySelector<HTMLElement>(`[data-node="${rows[to]?.id}"]`);
    row?.focus();
  };
  const entry = selected ?? rows[0]?.id;
  return (
    <div>
      <div
        ref={box}
        role="tree"
        aria-label="The call as it is read"
        onKeyDown={onKeyDown}
        onMouseLeave={() => onHover(null)}
        className="grid min-w-0 gap-px"
      >
        {rows.map((node) => (
          <TreeRow
            key={node.id}
            node={node}
            verdict={verdicts.get(node.id)}
            selected={node.id === selected}
            focusable={node.id === entry}
            marks={innerMarks?.script === node.id ? innerMarks.marks : noMarks}
            onHover={onHover}
            onSelect={onSelect}
          />
        ))}
      </div>
      {rows.length < all.length && (
        <Button variant="ghost" size="sm" onClick={() => setWhole(true)}>
          Show {(all.length - rows.length).toLocaleString("en")} more
        </Button>
      )}
      {more > 0 && rows.length === all.length && (
        <p className="px-2 py-2 text-xs text-muted-foreground">
          {more.toLocaleString("en")} more {more === 1 ? "node is" : "nodes are"} not shown. They were read
          and judged all the same.
        </p>
      )}
    </div>
  );
}
