"use client";

import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ArgvChip } from "./argv-chip.tsx";
import { moveItem } from "./move-item.ts";
import type { Mark } from "./mark-places.ts";

type ArgvEditorProps = {
  argv: readonly string[];
  onChange: (argv: string[]) => void;
  marks?: ReadonlyMap<number, readonly Mark[]>;
};

/** Each argument as a chip of its own: edit in place, delete, move, add. What stands here is what runs. */
export function ArgvEditor({ argv, onChange, marks }: ArgvEditorProps) {
  const [editing, setEditing] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);

  const focusChip = (index: number) => {
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-chip="${index}"]`)?.focus());
  };
  const replace = (index: number, text: string) => {
    onChange(argv.map((one, at) => (at === index ? text : one)));
    setEditing(null);
    focusChip(index);
  };
  const remove = (index: number) => {
    onChange(argv.filter((_, at) => at !== index));
    setEditing(null);
    focusChip(Math.max(0, Math.min(index, argv.length - 2)));
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= argv.length) return;
    onChange(moveItem(argv, from, to));
    focusChip(to);
  };

  return (
    <ol ref={list} aria-label="Arguments that will run" className="flex min-w-0 flex-wrap items-start gap-1">
      {argv.map((text, index) => (
        <ArgvChip
          key={index}
          text={text}
          index={index}
          count={argv.length}
          marks={marks?.get(index) ?? []}
          editing={editing === index}
          onEdit={() => setEditing(index)}
          onCommit={(next) => replace(index, next)}
          onCancel={() => {
            setEditing(null);
            focusChip(index);
          }}
          onRemove={() => remove(index)}
          onMove={(to) => move(index, to)}
          onFocusChip={focusChip}
          onDragStart={() => setDragged(index)}
          onDrop={() => {
            if (dragged !== null) move(dragged, index);
            setDragged(null);
          }}
        />
      ))}
      <li>
        <Button
          variant="quiet"
          size="sm"
          className="h-6 px-1.5"
          onClick={() => {
            onChange([...argv, ""]);
            setEditing(argv.length);
          }}
        >
          <Plus aria-hidden /> argument
        </Button>
      </li>
    </ol>
  );
}
