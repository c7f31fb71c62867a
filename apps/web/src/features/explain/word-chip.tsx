import type { ExplainedWord } from "@gatehouse/core/policy/explain/explanation";
import { cn } from "../../ui/cn.ts";
import { VisibleText } from "../argv/visible-text-view.tsx";
import { dynamicText } from "./node-text.ts";

const chip = "max-w-full rounded border px-1 font-mono whitespace-pre-wrap [overflow-wrap:anywhere]";

/** A word by its value; one that only the running shell knows by its text and why; `head` is the program's name. */
export function WordChip({ word, head }: { word: ExplainedWord; head: boolean }) {
  const { text, value, dynamic, length } = word;
  const shown = value ?? text;
  const rest = length - shown.length;
  const rewritten = head && value !== null && value !== text;
  return (
    <span className="inline-flex max-w-full min-w-0 flex-wrap items-baseline gap-x-1">
      <span
        className={cn(
          chip,
          dynamic === null
            ? "border-transparent bg-code"
            : "border-dashed border-warning-line bg-warning-subtle",
          head && "font-semibold",
        )}
      >
        <VisibleText text={shown} />
      </span>
      {rest > 0 && shown.length >= 300 && (
        <span className="text-muted-foreground">… {length.toLocaleString("en")} characters</span>
      )}
      {dynamic !== null && <span className="text-warning">{dynamicText(dynamic)}</span>}
      {rewritten && (
        <span className="text-muted-foreground">
          written{" "}
          <span className={cn(chip, "border-border")}>
            <VisibleText text={text} />
          </span>
        </span>
      )}
    </span>
  );
}
