"use client";

import { backgroundTimeoutMin, mostKeywords } from "@gatehouse/core/tool-call/background-limits";
import { Activity, BellRing } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../ui/popover.tsx";
import { Switch } from "../../ui/switch.tsx";
import { KeywordChips } from "../jobs/keyword-chips.tsx";
import type { Draft } from "./composer-draft.ts";

type BackgroundOptionsProps = { draft: Draft; onDraft: (draft: Draft) => void };

/** Runs the command beside everything else, with a time of its own and words to watch for. */
export function BackgroundOptions({ draft, onDraft }: BackgroundOptionsProps) {
  const { background } = draft;
  const set = (next: Partial<NonNullable<Draft["background"]>>) => {
    if (background) onDraft({ ...draft, background: { ...background, ...next } });
  };
  return (
    <>
      <label className="flex h-7 items-center gap-1.5 text-xs font-medium text-muted-foreground">
        <Activity aria-hidden className="size-3.5" /> Background
        <Switch
          checked={background !== null}
          onCheckedChange={(on) =>
            onDraft({ ...draft, background: on ? { minutes: backgroundTimeoutMin, keywords: [] } : null })
          }
          title="Run this command in the background: it stands on the Jobs page and tells you when it ends"
        />
      </label>
      {background !== null && (
        <Popover>
          <PopoverTrigger asChild>
            <Button variant="quiet" size="sm">
              <BellRing aria-hidden /> {background.minutes} min
              {background.keywords.length > 0 && `, ${background.keywords.length} watched`}
            </Button>
          </PopoverTrigger>
          <PopoverContent aria-label="Time and keywords" align="start" side="top" className="grid w-80 gap-3">
            <label className="grid gap-1 text-sm font-medium">
              Minutes it may take
              <Input
                type="number"
                min={1}
                max={60}
                className="w-24"
                value={background.minutes}
                onChange={(event) => {
                  const minutes = Math.round(event.target.valueAsNumber);
                  if (minutes >= 1 && minutes <= 60) set({ minutes });
                }}
              />
            </label>
            <div className="grid gap-1">
              <p className="text-sm font-medium">Keywords</p>
              <p className="text-xs text-muted-foreground">
                Words to watch for in its output, exactly as written. You are told of each hit.
              </p>
              <KeywordChips
                of="this command"
                words={background.keywords}
                {...(background.keywords.length < mostKeywords
                  ? { onAdd: (word: string) => set({ keywords: [...background.keywords, word] }) }
                  : {})}
                onRemove={(word) => set({ keywords: background.keywords.filter((one) => one !== word) })}
              />
            </div>
          </PopoverContent>
        </Popover>
      )}
    </>
  );
}
