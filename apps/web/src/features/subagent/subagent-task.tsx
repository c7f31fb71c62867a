"use client";

import type { SubagentCall } from "@gatehouse/core/tool-call/subagent-input";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { SeenText } from "../argv/visible-text-view.tsx";

const longTask = 320;

/** What a subagent was told to do, and what it must do without. */
export function SubagentTask({ input, className }: { input: SubagentCall["input"]; className?: string }) {
  const { task, exclude_tools: leftOut = [] } = input;
  const long = task.length > longTask || task.split("\n").length > 4;
  const [whole, setWhole] = useState(false);
  return (
    <div className={cn("grid min-w-0 justify-items-start gap-1", className)}>
      <p
        className={cn(
          "text-sm whitespace-pre-wrap [overflow-wrap:anywhere]",
          long && !whole && "line-clamp-4",
        )}
      >
        <SeenText text={task} />
      </p>
      {long && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-2.5"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? "Show less" : "Show the whole task"}
        </Button>
      )}
      {leftOut.length > 0 && (
        <p className="text-xs text-muted-foreground [overflow-wrap:anywhere]">
          Without {leftOut.join(", ")}.
        </p>
      )}
    </div>
  );
}
