"use client";

import { SendHorizontal, Square } from "lucide-react";
import type { KeyboardEvent, RefObject } from "react";
import { Button } from "../../ui/button.tsx";
import { ModeToggle } from "../session/mode-toggle.tsx";
import type { SessionHeader } from "../session/session-header-view.ts";
import { AgentPicker } from "./agent-picker.tsx";
import type { Turn } from "./turn-view-types.ts";
import { useDraft } from "./use-draft.ts";
import type { useTalk } from "./use-talk.ts";

type TalkComposerProps = {
  org: string;
  session: SessionHeader;
  running: Turn | undefined;
  talk: ReturnType<typeof useTalk>;
  onSent: () => void;
  area: RefObject<HTMLTextAreaElement | null>;
};

const mostRows = 12;

/** Where a person talks. Enter sends, Shift with Enter makes a new line; while a turn runs the text steers it. */
export function TalkComposer({ org, session, running, talk, onSent, area }: TalkComposerProps) {
  const [text, setText] = useDraft(session.id);
  const ready = text.trim() !== "" && !talk.busy;
  const send = () => {
    if (!ready) return;
    talk.say(text, () => setText(""));
    onSent();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  return (
    <section
      aria-label="Talk to the agent"
      className="rounded-lg border border-input bg-card focus-within:border-ring"
    >
      <textarea
        ref={area}
        data-main-input
        aria-label="Message"
        placeholder={running ? "Steer it: read with the next step" : "Say what is to be done"}
        value={text}
        rows={Math.min(mostRows, Math.max(2, text.split("\n").length))}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="block w-full resize-none bg-transparent px-3 py-2 text-base outline-none placeholder:text-muted-foreground"
      />
      <div className="flex flex-wrap items-center gap-2 border-t px-3 py-2">
        <ModeToggle org={org} sessionId={session.id} mode={session.mode} disabled={!session.canDrive} />
        <AgentPicker org={org} session={session} />
        <div className="ml-auto flex items-center gap-2">
          {running && (
            <Button variant="danger" disabled={talk.stopping} onClick={() => talk.stop(running.id)}>
              <Square aria-hidden /> Stop the agent
            </Button>
          )}
          <Button variant="primary" aria-disabled={!ready} onClick={send}>
            <SendHorizontal aria-hidden /> Send
          </Button>
        </div>
      </div>
    </section>
  );
}
