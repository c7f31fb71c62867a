"use client";

import { ChevronRight } from "lucide-react";
import type { Outputs } from "../../trpc/client.ts";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { argvToLine } from "../argv/argv-to-line.ts";
import { VisibleText } from "../argv/visible-text-view.tsx";
import { Digest, Fact, Facts } from "./facts.tsx";
import { groupArgs } from "../explain/group-args.ts";

/** The literal sandbox that the worker built. */
export function RecordSandbox({ detail }: { detail: Outputs["audit"]["get"] }) {
  const { sandboxArgs, profileDigest } = detail;
  if (sandboxArgs === null) return null;
  return (
    <Card>
      <CardHeader className="py-1.5">
        <CardTitle>Sandbox</CardTitle>
        <CopyButton text={argvToLine(sandboxArgs)} label="Copy the sandbox arguments" />
      </CardHeader>
      {profileDigest !== null && (
        <Facts className="pb-0">
          <Fact label="Profile digest" wide>
            <Digest value={profileDigest} />
          </Fact>
        </Facts>
      )}
      <details className="group p-4">
        <summary className="flex min-h-6 cursor-pointer list-none items-center gap-1.5 text-sm text-muted-foreground hover:text-foreground">
          <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
          {sandboxArgs.length} arguments
        </summary>
        <ol
          aria-label="Sandbox arguments"
          tabIndex={0}
          className="mt-2 max-h-96 overflow-auto rounded-md border bg-code p-2 font-mono text-xs"
        >
          {groupArgs(sandboxArgs).map((group, at) => (
            <li key={at} className="whitespace-pre">
              <VisibleText text={group.join(" ")} keepBlanks />
            </li>
          ))}
        </ol>
      </details>
    </Card>
  );
}
