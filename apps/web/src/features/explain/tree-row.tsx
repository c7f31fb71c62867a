import type { ExplainedNode } from "@gatehouse/core/policy/explain/explanation";
import type { Verdict } from "@gatehouse/core/policy/decision";
import { memo } from "react";
import { cn } from "../../ui/cn.ts";
import type { Mark } from "../argv/mark-places.ts";
import { VisibleText } from "../argv/visible-text-view.tsx";
import { kindText, labelOf } from "./node-text.ts";
import { WordChip } from "./word-chip.tsx";

type TreeRowProps = {
  node: ExplainedNode;
  /** the strictest verdict of a finding tied to this node */
  verdict: Verdict | undefined;
  selected: boolean;
  focusable: boolean;
  /** places in the text of this nested script to mark */
  marks: readonly Mark[];
  onHover: (id: number | null) => void;
  onSelect: (id: number) => void;
};

const noun: Record<Verdict, string> = { deny: "refused here", ask: "asks here", allow: "allowed here" };

function headed({ kind }: ExplainedNode): boolean {
  return kind === "command" || kind === "program" || kind === "file_tool";
}

/** One node: what it is, its words, and for a script inside another its own text. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { node, verdict, selected, focusable, marks, onHover, onSelect } = props;
  const label = labelOf(node);
  const said = verdict === "deny" || verdict === "ask" ? verdict : null;
  return (
    <div
      role="treeitem"
      aria-level={node.depth + 1}
      aria-selected={selected}
      tabIndex={focusable ? 0 : -1}
      data-node={node.id}
      onMouseEnter={() => onHover(node.id)}
      onFocus={() => onSelect(node.id)}
      onClick={() => onSelect(node.id)}
      style={{ paddingLeft: `${Math.min(node.depth, 16) * 0.75 + 0.5}rem` }}
      className={cn(
        "grid min-w-0 scroll-mt-48 cursor-default gap-1 rounded border border-transparent py-1 pr-2 text-xs outline-none [contain-intrinsic-height:auto_1.75rem] [content-visibility:auto] hover:bg-accent focus-visible:border-ring",
        selected && "border-info-line bg-info-subtle hover:bg-info-subtle",
        node.kind === "unread" && "text-danger",
      )}
    >
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 gap-y-1 border-l pl-2">
        <span className="text-muted-foreground">{kindText(node.kind)}</span>
        {label !== null && label !== "" && (
          <span
            className={cn(
              "min-w-0 [overflow-wrap:anywhere]",
              node.kind === "unread" || node.kind === "branch" ? "" : "font-mono font-semibold",
            )}
          >
            <VisibleText text={label} />
          </span>
        )}
        {node.words.map((word, at) => (
          <WordChip key={at} word={word} head={at === 0 && headed(node)} />
        ))}
        {node.moreWords > 0 && (
          <span className="text-muted-foreground">and {node.moreWords.toLocaleString("en")} more words</span>
        )}
        {node.notes.map((note) => (
          <span key={note} className="text-muted-foreground italic">
            {note}
          </span>
        ))}
        {said !== null && (
          <span className={cn("font-medium", said === "deny" ? "text-danger" : "text-warning")}>
            {noun[said]}
          </span>
        )}
      </div>
      {node.text !== null && (
        <pre
          tabIndex={0}
          aria-label="Text of the script"
          role="group"
          className="max-h-40 overflow-auto rounded border bg-code px-1.5 py-1 font-mono leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          <VisibleText text={node.text} marks={marks} />
        </pre>
      )}
    </div>
  );
});
