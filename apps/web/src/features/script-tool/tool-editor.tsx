"use client";

import { isScriptToolName } from "@gatehouse/core/tool-call/script-input";
import { may } from "@gatehouse/core/role";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { cn } from "../../ui/cn.ts";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { DefinitionFields } from "./definition-fields.tsx";
import { emptyForm, formOf, readForm } from "./tool-form.ts";
import { ToolHeader } from "./tool-header.tsx";
import { TryPanel } from "./try-panel.tsx";
import { VersionList } from "./version-list.tsx";

export type ScriptTool = Outputs["scriptTool"]["get"];

/** Write, try, publish: one page from a first line of code to what sessions use. */
export function ToolEditor({ tool }: { tool: ScriptTool | null }) {
  const { slug, role } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const canWrite = may(role, "script_tool.manage");
  const newest = tool?.versions[0];
  const kept = tool === null || newest === undefined ? emptyForm : formOf(tool.name, newest.definition);
  const [form, setForm] = useState(kept);
  const [asked, setAsked] = useState(false);
  const read = readForm(form);
  const name = tool?.name ?? `script_${form.name}`;
  const nameProblem = isScriptToolName(name)
    ? {}
    : { name: "A small letter, then up to 47 small letters, digits and underscores." };
  const problems = { ...(read.ok ? {} : read.problems), ...nameProblem };
  const changed = tool === null || JSON.stringify(form) !== JSON.stringify(kept);
  const save = useMutation(
    trpc.scriptTool.save.mutationOptions({
      onSuccess: (saved) => {
        toast.success(`Saved as a draft, version ${saved.number}.`);
        if (tool === null) router.replace(`/${slug}/script-tools/${saved.name}`);
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.scriptTool.pathKey() }),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!read.ok || Object.keys(problems).length > 0) return;
    const base = newest === undefined ? null : { number: newest.number, revision: newest.revision };
    save.mutate({ org: slug, name, definition: read.definition, base });
  };
  return (
    <Page>
      <ToolHeader tool={tool} canWrite={canWrite} unsaved={changed} />
      <div
        className={cn(
          "grid items-start gap-5",
          tool === null ? "max-w-3xl" : "lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]",
        )}
      >
        <Card>
          <CardHeader>
            <CardTitle>
              {newest === undefined
                ? "New tool"
                : newest.publishedAt === null
                  ? `Draft, version ${newest.number}`
                  : `Version ${newest.number}`}
            </CardTitle>
          </CardHeader>
          <form onSubmit={submit} className="grid gap-4 p-4">
            <DefinitionFields
              form={form}
              isNew={tool === null}
              disabled={!canWrite}
              problems={asked ? problems : {}}
              onChange={setForm}
            />
            {save.isError && <Notice kind="danger" role="alert" title={errorText(save.error)} />}
            {canWrite && (
              <div className="flex flex-wrap items-center gap-2">
                <Button type="submit" variant="primary" disabled={save.isPending || !changed}>
                  {save.isPending ? "Saving…" : "Save the draft"}
                </Button>
                <p className="text-xs text-muted-foreground">
                  {newest !== undefined && newest.publishedAt !== null
                    ? `Makes version ${newest.number + 1}; what is in force stays until you publish it.`
                    : "Nothing is offered to agents until you publish it."}
                </p>
              </div>
            )}
          </form>
        </Card>
        <div className="grid gap-5">
          {canWrite && tool !== null && newest !== undefined && (
            <TryPanel
              name={tool.name}
              version={newest.number}
              schema={newest.definition.schema}
              unsaved={changed}
            />
          )}
          {tool !== null && (
            <VersionList
              tool={tool}
              canWrite={canWrite}
              onUse={(version) => setForm(formOf(tool.name, version.definition))}
            />
          )}
        </div>
      </div>
    </Page>
  );
}
