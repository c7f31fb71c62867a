"use client";

import { Play } from "lucide-react";
import { type KeyboardEvent, type RefObject, useMemo } from "react";
import { Button } from "../../ui/button.tsx";
import { ArgvEditor } from "../argv/argv-editor.tsx";
import type { Mark } from "../argv/mark-places.ts";
import { reasonMarks } from "../argv/reason-marks.ts";
import { ExplainButton } from "../explain/explain-button.tsx";
import { ComposerLine } from "./composer-line.tsx";
import { ComposerOptions } from "./composer-options.tsx";
import { type Draft, draftInput, withArgv, withLine } from "./composer-draft.ts";
import { DecisionPreview } from "./decision-preview.tsx";
import type { SessionHeader } from "./session-header-view.ts";
import { usePreview } from "./use-preview.ts";

type ComposerProps = {
  org: string;
  session: SessionHeader;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onRun: () => void;
  busy: boolean;
  history: readonly string[];
  area: RefObject<HTMLTextAreaElement | null>;
};

const noMarks: ReadonlyMap<number, readonly Mark[]> = new Map();

export function Composer({ org, session, draft, onDraft, onRun, busy, history, area }: ComposerProps) {
  const input = draftInput(draft);
  const preview = usePreview({ org, sessionId: session.id, mode: session.mode, input });
  const decision = preview.kind === "decided" ? preview.decision : null;
  const marks = useMemo(
    () => (decision && decision.verdict !== "allow" ? reasonMarks(decision.reasons, draft.argv) : noMarks),
    [decision, draft.argv],
  );
  const run = () => {
    if (input !== null && !busy) onRun();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
  };
  return (
    <section
      aria-label="New command"
      onKeyDown={onKeyDown}
      className="rounded-lg border border-input bg-card focus-within:border-ring"
    >
      <ComposerLine
        line={draft.line}
        replaces={draft.argv.length > 0 && draft.line === ""}
        onLine={(line) => onDraft(withLine(draft, line))}
        onRun={run}
        history={history}
        area={area}
      />
      {draft.meaning.kind === "unfinished" && (
        <p className="px-3 pb-2 text-xs text-warning">{draft.meaning.message}</p>
      )}
      {draft.argv.length > 0 && (
        <div className="grid gap-1 border-t px-3 py-2">
          <p className="text-xs text-muted-foreground">
            {draft.meaning.kind === "script"
              ? `Runs as a bash script, because of ${draft.meaning.because}:`
              : "Runs exactly these arguments:"}
          </p>
          <div className="max-h-52 overflow-y-auto">
            <ArgvEditor argv={draft.argv} marks={marks} onChange={(argv) => onDraft(withArgv(draft, argv))} />
          </div>
        </div>
      )}
      <div className="flex items-start gap-2 border-t px-3 py-2">
        <div className="min-w-0 flex-1" aria-live="polite">
          <DecisionPreview preview={preview} network={draft.network} />
        </div>
        {input !== null && (
          <ExplainButton
            source={{ kind: "written", sessionId: session.id, input }}
            argv={input.argv}
            of="this command"
            className="-my-1"
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t px-3 py-2">
        <ComposerOptions org={org} session={session} draft={draft} onDraft={onDraft} />
        <Button
          variant="primary"
          className="ml-auto"
          aria-disabled={input === null || busy}
          title="Enter in the line, or Ctrl with Enter"
          onClick={run}
        >
          <Play aria-hidden /> {busy ? "Sending…" : "Run"}
        </Button>
      </div>
    </section>
  );
}
