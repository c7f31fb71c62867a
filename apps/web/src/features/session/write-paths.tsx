"use client";

import { FolderPen, Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../ui/popover.tsx";
import { VisibleText } from "../argv/visible-text-view.tsx";

type WritePathsProps = { paths: readonly string[]; onChange: (paths: string[]) => void };

export function WritePaths({ paths, onChange }: WritePathsProps) {
  const [draft, setDraft] = useState("");
  const absolute = draft.startsWith("/");
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!absolute) return;
    if (!paths.includes(draft)) onChange([...paths, draft]);
    setDraft("");
  };
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="quiet" size="sm">
          <FolderPen aria-hidden /> Write paths{paths.length > 0 && `: ${paths.length}`}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Write paths" align="start" side="top" className="grid w-80 gap-3">
        <div className="grid gap-0.5">
          <p className="text-sm font-medium">Write outside the workspace</p>
          <p className="text-xs text-muted-foreground">
            Absolute paths that this one command may write. Each needs a password by someone who may step up.
          </p>
        </div>
        {paths.length > 0 && (
          <ul className="grid gap-1">
            {paths.map((path) => (
              <li
                key={path}
                className="flex items-start gap-1 rounded border bg-code py-0.5 pl-1.5 font-mono text-xs"
              >
                <span className="min-w-0 flex-1 py-0.5 whitespace-pre-wrap [overflow-wrap:anywhere]">
                  <VisibleText text={path} />
                </span>
                <Button
                  variant="quiet"
                  size="icon-xs"
                  aria-label={`Remove ${path}`}
                  onClick={() => onChange(paths.filter((one) => one !== path))}
                >
                  <X aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <form onSubmit={add} className="flex gap-2">
          <Input
            aria-label="Absolute path"
            placeholder="/srv/data"
            className="font-mono text-xs"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
          <Button type="submit" disabled={!absolute}>
            <Plus aria-hidden /> Add
          </Button>
        </form>
      </PopoverContent>
    </Popover>
  );
}
