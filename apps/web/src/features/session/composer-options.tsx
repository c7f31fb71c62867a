"use client";

import { Globe } from "lucide-react";
import { BackgroundOptions } from "./background-options.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { SessionHeader } from "./session-header-view.ts";
import { ModeToggle } from "./mode-toggle.tsx";
import type { Draft } from "./composer-draft.ts";
import { WritePaths } from "./write-paths.tsx";

type ComposerOptionsProps = {
  org: string;
  session: SessionHeader;
  draft: Draft;
  onDraft: (draft: Draft) => void;
};

export function ComposerOptions({ org, session, draft, onDraft }: ComposerOptionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <ModeToggle org={org} sessionId={session.id} mode={session.mode} disabled={!session.canDrive} />
      <label className="flex h-7 items-center gap-1.5 text-xs font-medium text-muted-foreground">
        <Globe aria-hidden className="size-3.5" /> Network
        <Switch
          checked={draft.network}
          onCheckedChange={(network) => onDraft({ ...draft, network })}
          title={
            session.hostOffersNetwork
              ? "Open the network for this one command"
              : "This session's host offers no network: such a command ends refused"
          }
        />
      </label>
      <BackgroundOptions draft={draft} onDraft={onDraft} />
      <WritePaths paths={draft.writePaths} onChange={(writePaths) => onDraft({ ...draft, writePaths })} />
    </div>
  );
}
