"use client";

import { useMemo } from "react";
import type { Outputs } from "../../trpc/client.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Table, TableCell, TableHead, TableRow } from "../../ui/table.tsx";
import { ExplainBody } from "../explain/explain-body.tsx";
import { WordBadge } from "./word-badge.tsx";

type Answer = Outputs["policy"]["tryCall"];

function answerText({ answer }: Answer): string | null {
  if (answer === null) return null;
  const others = answer.roles.length === 0 ? "nobody else may" : `of the others: ${answer.roles.join(", ")}`;
  return `May answer: ${answer.member ? "who asked" : "not who asked"}; ${others}.`;
}

const markTone: Record<string, Tone> = { denied: "danger", sensitive: "warning" };

/** Verdict, tree with findings, resolved paths and the sandbox that would be built. */
export function PlaygroundResult({ argv, answer }: { argv: readonly string[]; answer: Answer }) {
  const { word, decision, explanation, paths, policyNumber } = answer;
  const explained = useMemo(
    () => ({ ...explanation, decision: { ...decision, policyNumber } }),
    [explanation, decision, policyNumber],
  );
  const who = answerText(answer);
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 p-4">
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
        <WordBadge word={word} />
        {decision.readOnly && <span className="text-muted-foreground">on the read-only list</span>}
        {who !== null && <span className="text-muted-foreground">{who}</span>}
      </p>
      <ExplainBody argv={argv} explained={explained} />
      {paths.length > 0 && (
        <section aria-label="Paths" className="grid gap-2">
          <h3 className="text-sm font-semibold">What may be a path in it</h3>
          <Table label="Paths the call names" className="rounded-md border">
            <thead>
              <tr>
                <TableHead>As named</TableHead>
                <TableHead>Leads to</TableHead>
                <TableHead>Access</TableHead>
                <TableHead>Where</TableHead>
              </tr>
            </thead>
            <tbody>
              {paths.map((path, at) => (
                <TableRow key={at}>
                  <TableCell className="font-mono [overflow-wrap:anywhere]">{path.text}</TableCell>
                  <TableCell className="font-mono [overflow-wrap:anywhere]">{path.path}</TableCell>
                  <TableCell>{path.access}</TableCell>
                  <TableCell>
                    <span className="flex flex-wrap items-center gap-1">
                      {path.place}
                      {path.marks.map((mark) => (
                        <Badge key={mark} tone={markTone[mark] ?? "neutral"}>
                          {mark}
                        </Badge>
                      ))}
                    </span>
                  </TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
          <p className="text-xs text-muted-foreground">
            By name. On its host a worker follows links and judges again; the stricter answer stands.
          </p>
        </section>
      )}
      <Sandbox sandbox={answer.sandbox} />
    </div>
  );
}

/** An option of bubblewrap with its values on one line; the gate's script, the last argument but one, as it is. */
function optionLines(args: readonly string[]): string[] {
  const lines: string[] = [];
  for (const arg of args) {
    if (
      arg.startsWith("--") ||
      lines.length === 0 ||
      lines.some((line) => line.startsWith("-- ") || line === "--")
    )
      lines.push(arg);
    else lines[lines.length - 1] = `${lines.at(-1)} ${arg}`;
  }
  return lines;
}

function Sandbox({ sandbox }: { sandbox: Answer["sandbox"] }) {
  return (
    <section aria-label="Sandbox" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-semibold">Sandbox</h3>
      {sandbox.kind !== "plan" ? (
        <p className="text-sm text-muted-foreground">
          {sandbox.sentence}
          {sandbox.kind === "refused" && ` ${sandbox.hint}`}
        </p>
      ) : (
        <>
          <p className="text-xs text-muted-foreground">
            As a worker builds it; what stands in angle brackets only the host knows.
          </p>
          <details className="text-sm">
            <summary className="w-fit cursor-pointer rounded font-medium">
              bwrap with {sandbox.args.length} arguments
            </summary>
            <pre
              tabIndex={0}
              className="mt-1 max-h-96 overflow-auto rounded-md border bg-code p-2 font-mono text-xs leading-5"
            >
              {optionLines(sandbox.args).join("\n")}
            </pre>
          </details>
          <details className="text-sm">
            <summary className="w-fit cursor-pointer rounded font-medium">Profile</summary>
            <pre
              tabIndex={0}
              className="mt-1 max-h-96 overflow-auto rounded-md border bg-code p-2 font-mono text-xs leading-5"
            >
              {JSON.stringify(sandbox.profile, null, 2)}
            </pre>
          </details>
        </>
      )}
    </section>
  );
}
