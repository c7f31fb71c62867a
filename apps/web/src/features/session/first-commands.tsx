"use client";

import type { RunCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { ArgvView } from "../argv/argv-view.tsx";

const first: readonly { title: string; shows: string; input: RunCommandInput }[] = [
  {
    title: "Look around",
    shows: "Only reads, so it runs without a question in every mode.",
    input: { argv: ["ls", "-la"] },
  },
  {
    title: "Write a file",
    shows: "Changes the workspace: safe mode asks first, auto mode runs it in the sandbox.",
    input: { argv: ["bash", "-c", "echo hello > hello.txt && cat hello.txt"] },
  },
  {
    title: "Move it to the trash",
    shows: "rm never deletes here; the file can be brought back.",
    input: { argv: ["rm", "hello.txt"] },
  },
  {
    title: "See a refusal",
    shows: "A script may not hide an rm. The place is marked, and the legal way is named.",
    input: { argv: ["bash", "-c", "echo cleaning && rm -rf build"] },
  },
];

/** What an empty session offers: four commands that show the sandbox, the questions, the trash and a refusal. */
export function FirstCommands({ onPick }: { onPick: (input: RunCommandInput) => void }) {
  return (
    <section aria-label="First commands" className="mx-auto grid w-full max-w-2xl gap-4 py-8">
      <div className="grid gap-1">
        <h2 className="text-base font-semibold">This session has run nothing yet</h2>
        <p className="text-sm text-muted-foreground">
          Type a command below, or start with one of these. Picking one only fills in the arguments; you press
          Run.
        </p>
      </div>
      <ul className="grid gap-2 sm:grid-cols-2">
        {first.map(({ title, shows, input }) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => onPick(input)}
              className="grid h-full w-full content-start gap-1 rounded-lg border bg-card p-3 text-left hover:border-ring hover:bg-accent/40"
            >
              <span className="text-sm font-medium">{title}</span>
              <ArgvView argv={input.argv} className="py-0.5" />
              <span className="text-xs text-muted-foreground">{shows}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
