"use client";

import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { VisibleText } from "../argv/visible-text-view.tsx";

type KeywordChipsProps = {
  words: readonly string[];
  /** absent: to look at only */
  onAdd?: (word: string) => void;
  onRemove?: (word: string) => void;
  of: string;
};

/** Words that are watched for, each with a way to take it off, and a field for one more. */
export function KeywordChips({ words, onAdd, onRemove, of }: KeywordChipsProps) {
  const [draft, setDraft] = useState("");
  const add = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (draft === "" || onAdd === undefined) return;
    if (!words.includes(draft)) onAdd(draft);
    setDraft("");
  };
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {words.map((word) => (
        <span
          key={word}
          className="inline-flex min-h-6 max-w-full items-center gap-0.5 rounded border bg-code pl-1.5 font-mono text-xs"
        >
          <span className="min-w-0 truncate whitespace-pre">
            <VisibleText text={word} />
          </span>
          {onRemove ? (
            <Button
              variant="quiet"
              size="icon-xs"
              aria-label={`Stop watching for ${word}`}
              onClick={() => onRemove(word)}
            >
              <X aria-hidden />
            </Button>
          ) : (
            <span className="w-1" />
          )}
        </span>
      ))}
      {onAdd && (
        <form onSubmit={add} className="flex items-center gap-1">
          <Input
            aria-label={`Keyword to watch for in ${of}`}
            placeholder="Add a keyword"
            className="h-7 w-36 font-mono text-xs"
            maxLength={200}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
          <Button
            type="submit"
            size="icon-sm"
            variant="quiet"
            aria-label="Add the keyword"
            disabled={draft === ""}
          >
            <Plus aria-hidden />
          </Button>
        </form>
      )}
    </div>
  );
}
