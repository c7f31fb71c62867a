"use client";

import { useMutation } from "@tanstack/react-query";
import { Download, FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/input.tsx";
import { cn } from "../../ui/cn.ts";
import type { Draft } from "./use-draft.ts";
import { saveText } from "./save-text.ts";

type Problem = Extract<Outputs["policy"]["import"], { ok: false }>["problems"][number];

/** The whole document as JSON: edited here, read from a file, or written to one. */
export function CodeView({ draft }: { draft: Draft }) {
  const { org, revision, document } = draft;
  const trpc = useTRPC();
  const area = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const kept = `${JSON.stringify(document, null, 2)}\n`;
  const [text, setText] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const load = useMutation(
    trpc.policy.import.mutationOptions({
      onSuccess: (result) => {
        if (!result.ok) return setProblems(result.problems);
        setProblems([]);
        setText(null);
        const parts = [
          result.changes.length === 0
            ? "No difference to what is in force."
            : `${result.changes.length} differences to what is in force.`,
          ...(result.cases > 0 ? [`${result.cases} test cases read.`] : []),
          ...(result.retired.length > 0 ? [`Left out, retired: ${result.retired.join(", ")}.`] : []),
        ];
        toast.success("In the draft", { description: parts.join(" ") });
      },
      onError: (error) => toast.error(errorText(error)),
      onSettled: draft.refresh,
    }),
  );
  const download = useMutation(
    trpc.policy.export.mutationOptions({
      onSuccess: saveText,
      onError: (error) => toast.error(errorText(error)),
    }),
  );
  const goTo = ({ line, column }: Problem) => {
    const lines = (text ?? kept).split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    area.current?.focus();
    area.current?.setSelectionRange(at, at + 1);
  };
  const shown = text ?? kept;
  return (
    <div className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={() => file.current?.click()}>
          <FileUp aria-hidden /> Import a file…
        </Button>
        <Button size="sm" disabled={download.isPending} onClick={() => download.mutate({ org })}>
          <Download aria-hidden /> Export what is in force
        </Button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          aria-label="Policy file"
          className="sr-only"
          tabIndex={-1}
          onChange={async (event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = "";
            if (chosen === undefined) return;
            const read = await chosen.text();
            setText(read);
            load.mutate({ org, text: read, revision });
          }}
        />
        <p className="text-xs text-muted-foreground">
          An exported policy, a bare document, or agenvoy’s config.json. It lands in the draft.
        </p>
      </div>
      <label className="grid gap-1.5 text-sm font-medium">
        Document
        <textarea
          ref={area}
          spellCheck={false}
          value={shown}
          aria-invalid={problems.length > 0}
          onChange={(event) => setText(event.target.value)}
          rows={Math.min(32, Math.max(12, shown.split("\n").length + 1))}
          className={cn(inputClass, "resize-y py-2 font-mono leading-5 whitespace-pre")}
        />
      </label>
      {problems.length > 0 && (
        <ul aria-label="Problems of the document" role="alert" className="grid gap-1 text-sm">
          {problems.map((problem, at) => (
            <li key={at}>
              <button
                type="button"
                className="text-left text-danger hover:underline"
                onClick={() => goTo(problem)}
              >
                Line {problem.line}, column {problem.column}:{" "}
                {problem.path !== "" && <code>{problem.path}</code>} {problem.message}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex gap-2">
        <Button
          variant="primary"
          disabled={text === null || text === kept || load.isPending}
          onClick={() => load.mutate({ org, text: shown, revision })}
        >
          {load.isPending ? "Keeping…" : "Keep in the draft"}
        </Button>
        {text !== null && text !== kept && (
          <Button
            onClick={() => {
              setText(null);
              setProblems([]);
            }}
          >
            Undo my changes here
          </Button>
        )}
      </div>
    </div>
  );
}
