"use client";

import type { Decision } from "@gatehouse/core/policy/decision";
import type { RunCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/client.ts";
import { useDebounced } from "./use-debounced.ts";

export type Preview =
  | { kind: "none" }
  | { kind: "checking" }
  | { kind: "failed"; error: unknown }
  | { kind: "decided"; decision: Decision };

type PreviewOf = { org: string; sessionId: string; mode: string; input: RunCommandInput | null };

/** The decision on what is written now; never the decision on what was written a moment ago. */
export function usePreview({ org, sessionId, mode, input }: PreviewOf): Preview {
  const trpc = useTRPC();
  const written = input === null ? "" : JSON.stringify([mode, input]);
  const settled = useDebounced(written, 220);
  const query = useQuery(
    trpc.toolCall.preview.queryOptions(
      { org, sessionId, input: input ?? { argv: [""] } },
      { enabled: input !== null && settled === written, staleTime: 0, gcTime: 10_000 },
    ),
  );
  if (input === null) return { kind: "none" };
  if (settled !== written || query.isFetching) return { kind: "checking" };
  if (query.isError) return { kind: "failed", error: query.error };
  return query.data ? { kind: "decided", decision: query.data } : { kind: "checking" };
}
