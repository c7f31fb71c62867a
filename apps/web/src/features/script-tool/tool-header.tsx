"use client";

import { fileOf } from "@gatehouse/core/script-tool/definition";
import { Download } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { saveText } from "../policy/save-text.ts";
import { PublishButton, UnpublishButton } from "./publish-buttons.tsx";
import type { ScriptTool } from "./tool-editor.tsx";

type ToolHeaderProps = { tool: ScriptTool | null; canWrite: boolean; unsaved: boolean };

export function ToolHeader({ tool, canWrite, unsaved }: ToolHeaderProps) {
  const newest = tool?.versions[0];
  if (tool === null || newest === undefined)
    return (
      <PageHeader
        title="Write a tool"
        description="It runs in the sandbox with network, gets JSON on standard input and answers with what it prints."
      />
    );
  const waits = newest.number !== tool.published;
  return (
    <PageHeader
      title={
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-mono [overflow-wrap:anywhere]">{tool.name}</span>
          {tool.published === null ? (
            <Badge tone="outline">not published</Badge>
          ) : (
            <Badge tone="success">version {tool.published} in force</Badge>
          )}
        </span>
      }
      description={
        waits && newest.publishedAt === null
          ? `Version ${newest.number} is a draft: try it, then publish it.`
          : "Sessions use the version in force; every version is kept."
      }
      actions={
        <>
          <Button
            onClick={() =>
              saveText({
                name: `${tool.name}.json`,
                text: `${JSON.stringify(fileOf(tool.name, newest.definition), null, 2)}\n`,
              })
            }
          >
            <Download aria-hidden /> Export
          </Button>
          {canWrite && tool.published !== null && <UnpublishButton name={tool.name} />}
          {canWrite && waits && (
            <PublishButton name={tool.name} version={newest} disabled={unsaved} primary />
          )}
        </>
      }
    />
  );
}
