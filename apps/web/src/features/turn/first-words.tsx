"use client";

import { Sparkles } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/client.ts";

const demo = ["Show me how this works."];
const tasks = [
  "Look around in the workspace and tell me what is here.",
  "Write a small script that prints the first 20 primes, run it, and show me the output.",
  "Find out which tools are installed here for working with CSV files.",
];

/** What an empty session offers to say. Picking one says it. */
export function FirstWords({ org, onSay }: { org: string; onSay: (text: string) => void }) {
  const trpc = useTRPC();
  const agents = useQuery(trpc.model.agents.queryOptions({ org }, { staleTime: 60_000 }));
  const isDemo = agents.data?.find((agent) => agent.isDefault)?.providerId === null;
  return (
    <section aria-label="First words" className="mx-auto grid w-full max-w-2xl gap-4 py-8">
      <div className="grid gap-1">
        <h2 className="text-base font-semibold">Nothing was said here yet</h2>
        <p className="text-sm text-muted-foreground">
          {isDemo
            ? "No model is set up, so the demonstration agent answers: a script that makes real calls, meets a refusal, and asks you something."
            : "Say what is to be done. Each call of the agent is decided, sandboxed and on record like your own."}
        </p>
      </div>
      <ul className="grid gap-2">
        {(isDemo ? demo : tasks).map((text) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => onSay(text)}
              className="flex min-h-9 w-full items-center gap-2 rounded-lg border bg-card px-3 py-2 text-left text-sm hover:border-ring hover:bg-accent/40"
            >
              <Sparkles aria-hidden className="size-4 shrink-0 text-muted-foreground" /> {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
