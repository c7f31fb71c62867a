"use client";

import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { PublishButton } from "./publish-buttons.tsx";
import type { ScriptTool } from "./tool-editor.tsx";

type Version = ScriptTool["versions"][number];
type VersionListProps = { tool: ScriptTool; canWrite: boolean; onUse: (version: Version) => void };

/** Every version that was ever written; an earlier one can be read, put in force again, or be where the next begins. */
export function VersionList({ tool, canWrite, onUse }: VersionListProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Versions</CardTitle>
      </CardHeader>
      <ol aria-label="Versions" className="divide-y">
        {tool.versions.map((version, at) => (
          <li key={version.number} className="grid gap-1.5 px-4 py-3">
            <p className="flex flex-wrap items-center gap-2 text-sm font-medium tabular-nums">
              Version {version.number}
              <StateBadge version={version} inForce={version.number === tool.published} />
              {version.definition.withoutAsking && <Badge tone="warning">runs without asking</Badge>}
            </p>
            <p className="text-xs text-muted-foreground">
              {version.publishedAt === null ? (
                <>
                  written by {version.writtenBy} <TimeText at={version.writtenAt} form="relative" />
                </>
              ) : (
                <>
                  published by {version.publishedBy} <TimeText at={version.publishedAt} form="relative" />
                </>
              )}
            </p>
            <code className="truncate font-mono text-xs text-muted-foreground" title={version.digest}>
              sha256 {version.digest.slice(0, 16)}
            </code>
            <details className="text-xs">
              <summary className="cursor-pointer text-muted-foreground hover:text-foreground">Code</summary>
              <pre
                tabIndex={0}
                className="mt-1.5 max-h-64 overflow-auto rounded-md border bg-code p-2.5 font-mono leading-5"
              >
                {version.definition.code}
              </pre>
            </details>
            {canWrite && at > 0 && (
              <div className="flex flex-wrap gap-1.5">
                <Button size="sm" onClick={() => onUse(version)}>
                  Begin the next from this
                </Button>
                {version.publishedAt !== null && version.number !== tool.published && (
                  <PublishButton name={tool.name} version={version} />
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function StateBadge({ version, inForce }: { version: Version; inForce: boolean }) {
  if (inForce) return <Badge tone="success">in force</Badge>;
  return version.publishedAt === null ? (
    <Badge tone="info">draft</Badge>
  ) : (
    <Badge tone="outline">published before</Badge>
  );
}
