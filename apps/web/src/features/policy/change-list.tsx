import type { PolicyChange } from "@gatehouse/core/policy/document/diff";
import { cn } from "../../ui/cn.ts";

const signs = { added: "+", removed: "−", changed: "~" } as const;

/** Differences of two documents, field by field. */
export function ChangeList({ changes, label }: { changes: readonly PolicyChange[]; label: string }) {
  if (changes.length === 0) return <p className="text-sm text-muted-foreground">No difference.</p>;
  return (
    <ul aria-label={label} className="grid max-h-80 gap-px overflow-y-auto rounded-md border text-sm">
      {changes.map((change, at) => (
        <li
          key={at}
          className={cn(
            "grid grid-cols-[1rem_minmax(0,1fr)] gap-2 px-2.5 py-1",
            change.kind === "added" && "bg-success-subtle",
            change.kind === "removed" && "bg-danger-subtle",
            change.kind === "changed" && "bg-warning-subtle",
          )}
        >
          <span aria-hidden className="text-center font-mono font-semibold">
            {signs[change.kind]}
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="sr-only">{change.kind}: </span>
            {change.kind === "changed" ? (
              <>
                {change.title}: <span className="font-mono">{change.before}</span> →{" "}
                <span className="font-mono font-medium">{change.after}</span>
              </>
            ) : (
              <>
                <span className="font-mono font-medium">{change.entry}</span>{" "}
                <span className="text-xs">{change.title}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
