import type { ResolvedPath } from "@gatehouse/core/policy/cases/resolved-paths";
import { cn } from "../../ui/cn.ts";
import { VisibleText } from "../argv/visible-text-view.tsx";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { writtenPaths } from "./written-paths.ts";

const shown = 12;

/** Where the call would write. */
export function WouldWrite({ call, paths }: { call: ToolCallView; paths: readonly ResolvedPath[] }) {
  const written = writtenPaths(call, paths);
  if (written.length === 0) return null;
  const rest = written.length - shown;
  return (
    <section aria-label="What it would write" className="grid min-w-0 gap-1">
      <h4 className="text-xs font-medium text-muted-foreground">It would write</h4>
      <ul className="grid gap-0.5 text-sm">
        {written.slice(0, shown).map(({ path, how, warn }) => (
          <li key={path} className="flex flex-wrap items-baseline gap-x-2">
            <code
              className={cn("min-w-0 font-mono text-xs [overflow-wrap:anywhere]", warn && "text-warning")}
            >
              <VisibleText text={path} keepBlanks />
            </code>
            <span className="text-xs text-muted-foreground">{how}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="text-xs text-muted-foreground">and {rest} more paths</p>}
      {"argv" in call.input && (
        <p className="text-xs text-muted-foreground">
          What its programs write by themselves is not in the text; the sandbox bounds it.
        </p>
      )}
    </section>
  );
}
