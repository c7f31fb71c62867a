"use client";

import { readPolicy, type PolicyInput } from "@gatehouse/core/policy/policy";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { useOrg } from "../shell/org-context.tsx";

export type Administration = Outputs["policy"]["administration"];
export type Reasons = Record<string, Record<string, string>>;

/** What is edited, and how a change of it is kept: checked here first, so that an error stands at its field. */
export function useDraft() {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.policy.administration.queryOptions({ org }, { refetchInterval: 15_000 }));
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.policy.pathKey() });
  const saving = useMutation(
    trpc.policy.saveDraft.mutationOptions({
      onError: (error) => toast.error(errorText(error)),
      onSettled: refresh,
    }),
  );
  const document: PolicyInput = query.data?.draft?.document ?? query.data?.current.document ?? {};
  const revision = query.data?.draft?.revision ?? 0;
  /** The sentence of what is wrong, or null where it is being kept. */
  const save = (next: PolicyInput, reasons?: Reasons): string | null => {
    const read = readPolicy(next);
    if (!read.ok) return read.problems[0]?.message ?? "This is no policy.";
    saving.mutate({
      org,
      document: next as Record<string, unknown>,
      revision,
      ...(reasons === undefined ? {} : { reasons }),
    });
    return null;
  };
  return { org, query, document, revision, save, busy: saving.isPending || query.isFetching, refresh };
}

export type Draft = ReturnType<typeof useDraft>;
