"use client";

import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { cn } from "../../ui/cn.ts";
import { chipClass } from "./argv-view.tsx";
import type { Mark } from "./mark-places.ts";
import { VisibleText } from "./visible-text-view.tsx";

type ArgvChipProps = {
  text: string;
  index: number;
  count: number;
  marks: readonly Mark[];
  editing: boolean;
  onEdit: () => void;
  onCommit: (text: string) => void;
  onCancel: () => void;
  onRemove: () => void;
  onMove: (to: number) => void;
  onFocusChip: (index: number) => void;
  onDragStart: () => void;
  onDrop: () => void;
};

function chipName(index: number): string {
  return index === 0 ? "program" : `argument ${index}`;
}

function chipKey(event: KeyboardEvent, props: ArgvChipProps): void {
  const { key, altKey } = event;
  if (key === "F2") props.onEdit();
  else if (key === "Delete" || key === "Backspace") props.onRemove();
  else if (key === "ArrowLeft") altKey ? props.onMove(props.index - 1) : props.onFocusChip(props.index - 1);
  else if (key === "ArrowRight") altKey ? props.onMove(props.index + 1) : props.onFocusChip(props.index + 1);
  else return;
  event.preventDefault();
}

export function ArgvChip(props: ArgvChipProps) {
  const { text, index, editing } = props;
  if (editing)
    return <ChipInput text={text} index={index} onCommit={props.onCommit} onCancel={props.onCancel} />;
  return (
    <li
      className={cn(chipClass(index), "group/chip flex items-start gap-0.5 py-0 pr-0 hover:border-ring/70")}
      draggable
      onDragStart={props.onDragStart}
      onDragOver={(event) => event.preventDefault()}
      onDrop={props.onDrop}
    >
      <button
        type="button"
        data-chip={index}
        aria-label={`Edit ${chipName(index)}: ${text === "" ? "empty" : text}`}
        title="Click or Enter to edit · Delete to remove · Alt with arrows to move"
        className="min-h-6 min-w-6 cursor-text py-0.5 text-left whitespace-pre-wrap [overflow-wrap:anywhere]"
        onClick={props.onEdit}
        onKeyDown={(event) => chipKey(event, props)}
      >
        <VisibleText text={text} marks={props.marks} />
      </button>
      <button
        type="button"
        aria-label={`Remove ${chipName(index)}`}
        className="grid size-6 shrink-0 place-items-center rounded text-muted-foreground hover:bg-accent hover:text-foreground"
        onClick={props.onRemove}
      >
        <X aria-hidden className="size-3" />
      </button>
    </li>
  );
}

type ChipInputProps = Pick<ArgvChipProps, "text" | "index" | "onCommit" | "onCancel">;

function ChipInput({ text, index, onCommit, onCancel }: ChipInputProps) {
  const [draft, setDraft] = useState(text);
  const area = useRef<HTMLTextAreaElement>(null);
  const left = useRef(false);
  useEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, []);
  const lines = draft.split("\n");
  const widest = Math.max(6, ...lines.map((line) => line.length + 1));
  const leave = (how: () => void) => {
    if (left.current) return;
    left.current = true;
    how();
  };
  return (
    <li className="min-w-0 max-w-full">
      <textarea
        ref={area}
        aria-label={`Text of ${chipName(index)}. Enter to keep, Shift and Enter for a new line, Escape to cancel.`}
        value={draft}
        rows={Math.min(14, lines.length)}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        className="block max-w-full resize rounded border border-ring bg-card px-1.5 py-0.5 font-mono text-xs leading-5 outline-2 outline-ring"
        style={{ width: `min(100%, ${Math.min(widest, 100) + 3}ch)` }}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => leave(() => onCommit(draft))}
        onKeyDown={(event) => {
          if (event.key === "Escape") leave(onCancel);
          else if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing)
            leave(() => onCommit(draft));
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
    </li>
  );
}
