"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { ToolEditor } from "./tool-editor.tsx";

/** One tool, or the page on which a new one is written. */
export function ScriptToolPage({ name }: { name: string | null }) {
  return name === null ? <ToolEditor tool={null} /> : <KnownTool name={name} />;
}

function KnownTool({ name }: { name: string }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const query = useQuery(trpc.scriptTool.get.queryOptions({ org: slug, name }));
  if (query.isPending) return <PageSkeleton />;
  if (query.data === undefined)
    return (
      <ErrorState
        title="This tool cannot be shown"
        message={errorText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  const [newest] = query.data.versions;
  return <ToolEditor key={`${newest?.number} ${newest?.revision}`} tool={query.data} />;
}
