import type { ExplainedFinding } from "@gatehouse/core/policy/explain/explanation";
import { cn } from "../../ui/cn.ts";
import { VisibleText } from "../argv/visible-text-view.tsx";
import { VerdictBadge } from "../audit/verdict-badge.tsx";
import { placeText } from "../tool-call/reason-list.tsx";

type FindingListProps = {
  findings: readonly ExplainedFinding[];
  selected: number | null;
  onSelect: (finding: ExplainedFinding, at: number) => void;
};

/** Every finding of every rule; pressing one shows the node it stands in. */
export function FindingList({ findings, selected, onSelect }: FindingListProps) {
  if (findings.length === 0) return <p className="px-2 text-sm text-muted-foreground">No rule objected.</p>;
  return (
    <ul aria-label="Findings" className="grid gap-1.5">
      {findings.map((finding, at) => (
        <li key={at}>
          <button
            type="button"
            aria-pressed={selected === at}
            onClick={() => onSelect(finding, at)}
            className={cn(
              "grid w-full min-w-0 gap-1 rounded-md border p-2 text-left text-sm hover:bg-accent",
              selected === at && "border-info-line bg-info-subtle hover:bg-info-subtle",
            )}
          >
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <VerdictBadge verdict={finding.verdict} />
              <code className="min-w-0 font-mono text-xs text-muted-foreground [overflow-wrap:anywhere]">
                {finding.rule}
                {finding.code !== finding.rule && finding.code !== "ok" && ` · ${finding.code}`}
              </code>
              {finding.strength && <span className="text-xs text-muted-foreground">{finding.strength}</span>}
              {finding.place && (
                <span className="text-xs text-muted-foreground">{placeText(finding.place)}</span>
              )}
            </span>
            <span className="[overflow-wrap:anywhere]">
              <VisibleText text={finding.sentence} keepBlanks />
            </span>
            {finding.hint !== undefined && (
              <span className="text-muted-foreground [overflow-wrap:anywhere]">
                <VisibleText text={finding.hint} keepBlanks />
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
