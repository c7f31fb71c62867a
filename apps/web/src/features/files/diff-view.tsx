"use client";

import { cn } from "../../ui/cn.ts";
import { diffLines } from "./diff-lines.ts";
import { LineList, type LineListProps } from "./line-list.tsx";

type DiffViewProps = { diff: string } & Omit<LineListProps, "lines" | "classOf">;

/** A unified diff, line by line. The sign stands in the text, so that nothing is told by colour alone. */
export function DiffView({ diff, ...props }: DiffViewProps) {
  return <LineList lines={diffLines(diff)} classOf={classOf} {...props} />;
}

function classOf(line: string): string {
  return cn(
    line.startsWith("+") && "bg-success-subtle text-success",
    line.startsWith("-") && "bg-danger-subtle text-danger",
    line.startsWith("@@") && "text-muted-foreground",
  );
}
