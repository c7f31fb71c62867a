"use client";

import { argumentProblems } from "@gatehouse/core/script-tool/input-schema";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { cn } from "../../ui/cn.ts";
import { Field } from "../../ui/field.tsx";
import { inputClass } from "../../ui/input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { newRequestKey } from "../session/request-key.ts";
import { useOrg } from "../shell/org-context.tsx";
import { callState } from "../tool-call/call-state.ts";
import { ToolCallCard } from "../tool-call/tool-call-card.tsx";
import { exampleOf } from "./example-of.ts";
import { jsonOf } from "./tool-form.ts";
import { useTrialSession } from "./use-trial-session.ts";

type TryPanelProps = { name: string; version: number; schema: unknown; unsaved: boolean };

const pollMs = 700;

/** A trial of the newest version as saved: a tool call like any other, in a session of the admin's own, for 60 s at most. */
export function TryPanel({ name, version, schema, unsaved }: TryPanelProps) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const openSession = useTrialSession(slug);
  const [text, setText] = useState(() => `${JSON.stringify(exampleOf(schema), null, 2)}\n`);
  const [problem, setProblem] = useState<string | undefined>();
  const trial = useMutation({
    mutationFn: async (given: Record<string, unknown>) => {
      const sessionId = await openSession();
      return client.toolCall.use.mutate({
        org: slug,
        sessionId,
        requestKey: newRequestKey(),
        call: { tool: "test_tool", input: { name, version, arguments: given } },
      });
    },
  });
  const id = trial.data?.id;
  const view = useQuery(
    trpc.toolCall.get.queryOptions(
      { org: slug, id: id ?? "" },
      {
        enabled: id !== undefined,
        refetchInterval: ({ state }) => (state.data && callState(state.data).final ? false : pollMs),
      },
    ),
  );
  const call = view.data ?? trial.data;
  const run = () => {
    const read = jsonOf(text);
    const wrong = read.ok ? argumentProblems(schema as Record<string, unknown>, read.value)[0] : read.problem;
    setProblem(wrong);
    if (wrong === undefined && read.ok) trial.mutate(read.value as Record<string, unknown>);
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Try version {version}</CardTitle>
        <span className="text-xs text-muted-foreground">60 seconds at most</span>
      </CardHeader>
      <div className="grid gap-3 p-4">
        <Field label="Input" error={problem} hint="The JSON that it gets on standard input.">
          {(control) => (
            <textarea
              {...control}
              rows={Math.min(10, Math.max(3, text.split("\n").length))}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
              className={cn(inputClass, "py-1.5 font-mono text-xs leading-5")}
            />
          )}
        </Field>
        {unsaved && (
          <p className="text-xs text-warning">
            What you changed is not saved: the trial runs the saved draft.
          </p>
        )}
        {trial.isError && <Notice kind="danger" role="alert" title={errorText(trial.error)} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" disabled={trial.isPending} onClick={run}>
            <Play aria-hidden /> {trial.isPending ? "Asking…" : "Try it"}
          </Button>
          {call && (
            <Link
              href={`/${slug}/sessions/${call.sessionId}`}
              className="text-xs underline underline-offset-2"
            >
              Its session
            </Link>
          )}
        </div>
        {call && <ToolCallCard call={call} canDrive openOutput />}
      </div>
    </Card>
  );
}
