"use client";

import { useMemo } from "react";
import type { Outputs } from "../../trpc/client.ts";
import { ExplainBody } from "../explain/explain-body.tsx";
import { WordBadge } from "./word-badge.tsx";

type Answer = Outputs["policy"]["tryCall"];

function answerText({ answer }: Answer): string | null {
  if (answer === null) return null;
  const others = answer.roles.length === 0 ? "nobody else may" : `of the others: ${answer.roles.join(", ")}`;
  return `May answer: ${answer.member ? "who asked" : "not who asked"}; ${others}.`;
}

/** Verdict, tree with findings, resolved paths and the sandbox that would be built. */
export function PlaygroundResult({ argv, answer }: { argv: readonly string[]; answer: Answer }) {
  const { word, decision, explanation, paths, sandbox, policyNumber } = answer;
  const explained = useMemo(
    () => ({
      ...explanation,
      decision: { ...decision, policyNumber },
      paths,
      pathFacts: "lexical" as const,
      sandbox,
    }),
    [explanation, decision, policyNumber, paths, sandbox],
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
    </div>
  );
}
