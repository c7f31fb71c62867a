"use client";

import { type KeyboardEvent, type RefObject, useState } from "react";

type ComposerLineProps = {
  line: string;
  replaces: boolean;
  onLine: (line: string) => void;
  onRun: () => void;
  /** earlier commands, newest first */
  history: readonly string[];
  area: RefObject<HTMLTextAreaElement | null>;
};

/** The line to type. Enter runs, Shift with Enter makes a new line; with nothing typed, arrow up goes back. */
export function ComposerLine({ line, replaces, onLine, onRun, history, area }: ComposerLineProps) {
  const [back, setBack] = useState(-1);
  const lines = line.split("\n").length;

  const recall = (step: number): boolean => {
    if (lines > 1) return false;
    const inHistory = back >= 0 && line === history[back];
    if (line !== "" && !inHistory) return false;
    const next = (inHistory ? back : -1) + step;
    const earlier = next < 0 ? "" : history[next];
    if (earlier === undefined) return false;
    setBack(next);
    onLine(earlier);
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) onRun();
    else if (event.key === "ArrowUp" && recall(1)) setBack((now) => now);
    else if (event.key === "ArrowDown" && back >= 0 && recall(-1)) setBack((now) => now);
    else return;
    event.preventDefault();
  };

  return (
    <div className="flex items-start gap-2 px-3 py-2">
      <span aria-hidden className="font-mono text-sm leading-6 text-muted-foreground select-none">
        $
      </span>
      <textarea
        ref={area}
        data-main-input
        aria-label="Command line"
        placeholder={replaces ? "Type here to replace the arguments below" : "Type a command"}
        value={line}
        rows={Math.min(10, lines)}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        autoComplete="off"
        onChange={(event) => {
          setBack(-1);
          onLine(event.target.value);
        }}
        onKeyDown={onKeyDown}
        className="min-h-6 flex-1 resize-none bg-transparent font-mono text-sm leading-6 outline-none placeholder:font-sans placeholder:text-muted-foreground"
      />
    </div>
  );
}
