"use client";

import type { RunCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { cn } from "../../ui/cn.ts";
import { argvToLine } from "../argv/argv-to-line.ts";
import { ShownBar } from "../show/shown-bar.tsx";
import { ShowBesideProvider } from "../show/shown-context.ts";
import { ShownPanel } from "../show/shown-panel.tsx";
import { useWide } from "../show/use-wide.ts";
import { useShown } from "../show/use-shown.ts";
import { commandInput } from "../tool-call/call-argv.ts";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { TalkComposer } from "../turn/talk-composer.tsx";
import { useSessionTurns } from "../turn/use-session-turns.ts";
import { useTalk } from "../turn/use-talk.ts";
import { Composer } from "./composer.tsx";
import { ComposerKindToggle, useComposerKind } from "./composer-kind.tsx";
import { backgroundInput, type Draft, draftInput, draftOf, emptyDraft } from "./composer-draft.ts";
import { HostNotice } from "./host-notice.tsx";
import { newRequestKey } from "./request-key.ts";
import { putCall } from "./put-call.ts";
import { SessionBar } from "./session-bar.tsx";
import { SessionFacts } from "./session-facts.tsx";
import type { SessionHeader } from "./session-header-view.ts";
import { SessionReach } from "./session-reach.tsx";
import { Transcript } from "./transcript.tsx";
import { useDocumentTitle } from "./use-document-title.ts";
import { useSessionCalls } from "./use-session-calls.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";

/** Earlier commands as lines, newest first, each once. */
function historyOf(calls: readonly ToolCallView[] | undefined): string[] {
  const lines = (calls ?? []).toReversed().flatMap((call) => {
    const argv = commandInput(call)?.argv;
    if (!argv) return [];
    const script = argv.length === 3 && argv[0] === "bash" && argv[1] === "-c" ? argv[2] : undefined;
    return [script ?? argvToLine(argv)];
  });
  return [...new Set(lines)];
}

function useRequest(org: string, sessionId: string, onTaken: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const answers = {
    onSuccess: (view: ToolCallView) => {
      const key = trpc.toolCall.list.infiniteQueryKey({ org, sessionId });
      putCall(queryClient, key, view);
      void queryClient.invalidateQueries({ queryKey: trpc.session.list.pathKey() });
      if (view.tool === "background_command")
        void queryClient.invalidateQueries({ queryKey: trpc.job.list.pathKey() });
      if (view.status !== "denied") onTaken();
    },
    onError: (error: Parameters<typeof errorText>[0]) => toast.error(errorText(error)),
  };
  const request = useMutation(trpc.toolCall.request.mutationOptions(answers));
  const start = useMutation(trpc.job.start.mutationOptions(answers));
  return { request, start, isPending: request.isPending || start.isPending };
}

export function SessionScreen({ org, session }: { org: string; session: SessionHeader }) {
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const line = useRef<HTMLTextAreaElement>(null);
  const message = useRef<HTMLTextAreaElement>(null);
  const [kind, setKind] = useComposerKind();
  const sessionCalls = useSessionCalls(org, session.id);
  const sessionTurns = useSessionTurns(org, session.id);
  const { calls } = sessionCalls;
  const talk = useTalk(org, session.id);
  const { area, content, stick } = useStickToEnd<HTMLDivElement>();
  const shown = useShown(session.id, calls);
  const [sheet, setSheet] = useState(false);
  const wide = useWide();
  const { show, call: beside } = shown;
  const showBeside = useMemo(
    () => ({
      current: beside?.id ?? null,
      show: (id: string) => {
        show(id);
        setSheet(!wide);
      },
    }),
    [beside?.id, show, wide],
  );
  const request = useRequest(org, session.id, () => setDraft(emptyDraft));
  const history = useMemo(() => historyOf(calls), [calls]);

  const run = () => {
    const input = draftInput(draft);
    if (!input) return;
    const background = backgroundInput(draft);
    const to = { org, sessionId: session.id, requestKey: newRequestKey() };
    if (background) request.start.mutate({ ...to, input: background });
    else request.request.mutate({ ...to, input });
    stick();
    line.current?.focus();
  };
  const pick = useCallback(
    (input: RunCommandInput) => {
      setDraft(draftOf(input));
      setKind("command");
      requestAnimationFrame(() => line.current?.focus());
    },
    [setKind],
  );
  const say = (text: string) => {
    talk.say(text);
    stick();
  };
  const reuse = useCallback(
    (call: ToolCallView) => {
      const input = commandInput(call);
      if (input) pick(input);
    },
    [pick],
  );
  useDocumentTitle(session.awaiting > 0 ? `(${session.awaiting}) ${session.title}` : session.title);
  const writes = session.canDrive && !session.archivedAt;

  return (
    <div
      className={cn(
        "grid h-full min-h-0 grid-cols-[minmax(0,1fr)]",
        beside === null
          ? "xl:grid-cols-[minmax(0,1fr)_16rem]"
          : "lg:grid-cols-[minmax(0,1fr)_minmax(22rem,42%)]",
      )}
    >
      <div className="flex min-h-0 min-w-0 flex-col">
        <SessionBar org={org} session={session} />
        <div ref={area} className="min-h-0 flex-1 overflow-y-auto px-3 md:px-5">
          <div ref={content} className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] gap-3 py-4">
            <ShowBesideProvider value={showBeside}>
              <Transcript
                org={org}
                sessionCalls={sessionCalls}
                sessionTurns={sessionTurns}
                canDrive={writes}
                talks={kind === "talk"}
                onReuse={reuse}
                onPick={pick}
                onSay={say}
              />
            </ShowBesideProvider>
          </div>
        </div>
        {!wide && <ShownBar org={org} shown={shown} open={sheet} onOpenChange={setSheet} />}
        {!writes && (
          <div className="border-t px-3 py-2 md:px-5">
            <SessionReach session={session} />
          </div>
        )}
        {writes && (
          <div className="px-3 pb-3 md:px-5">
            <div className="mx-auto grid w-full max-w-5xl gap-2">
              <HostNotice org={org} host={session.host} />
              <div className="flex flex-wrap items-center justify-between gap-2">
                <ComposerKindToggle kind={kind} onKind={setKind} />
                <SessionReach session={session} />
              </div>
              {kind === "talk" ? (
                <TalkComposer
                  org={org}
                  session={session}
                  running={sessionTurns.running}
                  talk={talk}
                  onSent={stick}
                  area={message}
                />
              ) : (
                <Composer
                  org={org}
                  session={session}
                  draft={draft}
                  onDraft={setDraft}
                  onRun={run}
                  busy={request.isPending}
                  history={history}
                  area={line}
                />
              )}
            </div>
          </div>
        )}
      </div>
      {beside === null ? (
        <aside aria-label="Session details" className="hidden min-h-0 overflow-y-auto border-l xl:block">
          <SessionFacts org={org} session={session} />
        </aside>
      ) : (
        wide && (
          <div className="min-h-0 border-l">
            <ShownPanel org={org} shown={shown} onClose={shown.close} />
          </div>
        )
      )}
    </div>
  );
}
