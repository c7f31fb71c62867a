"use client";

import type { FileCall } from "@gatehouse/core/tool-call/tool-call";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { newRequestKey } from "../session/request-key.ts";
import { useOrg } from "../shell/org-context.tsx";
import { failureOf, type FileAnswer, isAwaiting, isUnderWay } from "./file-answer.ts";

type Ended = (answer: FileAnswer) => void;

export type FileAction = {
  run: (call: FileCall, onEnd?: Ended) => void;
  /** takes back what these executions did to files */
  undo: (executionIds: readonly string[], conflict: "replace" | undefined, onEnd?: Ended) => void;
  busy: boolean;
  /** the call that waits for a person's answer, to be shown with its question */
  awaiting: FileAnswer | null;
  forget: () => void;
};

/** One change of a file at a time: requested, followed to its end, and told. What it asks is shown where it was started. */
export function useFileAction(sessionId: string): FileAction {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [answer, setAnswer] = useState<FileAnswer | null>(null);
  const onEnd = useRef<Ended | undefined>(undefined);
  const open = answer !== null && (isAwaiting(answer) || isUnderWay(answer));
  const followed = useQuery(
    trpc.file.result.queryOptions(
      { org: slug, toolCallId: answer?.view.id ?? "" },
      { enabled: open, refetchInterval: 1_000 },
    ),
  );
  const take = (next: FileAnswer): void => {
    if (isAwaiting(next) || isUnderWay(next)) return setAnswer(next);
    setAnswer(null);
    void queryClient.invalidateQueries({ queryKey: ["file-call", slug, sessionId] });
    void queryClient.invalidateQueries({ queryKey: trpc.trash.list.queryKey({ org: slug, sessionId }) });
    void queryClient.invalidateQueries({ queryKey: trpc.file.marks.queryKey({ org: slug, sessionId }) });
    const done = onEnd.current;
    onEnd.current = undefined;
    if (done) done(next);
    else {
      const failure = failureOf(next);
      if (failure !== null) toast.error(failure);
    }
  };
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (open && followed.data) latest.current(followed.data);
  }, [open, followed.data]);
  const request = useMutation(
    trpc.file.request.mutationOptions({
      onSuccess: (next) => latest.current(next),
      onError: (error) => toast.error(errorText(error)),
    }),
  );
  const undoing = useMutation(
    trpc.file.undo.mutationOptions({
      onSuccess: (next) => latest.current(next),
      onError: (error) => toast.error(errorText(error)),
    }),
  );
  return {
    undo(executionIds, conflict, whenEnded) {
      onEnd.current = whenEnded;
      const about = { org: slug, sessionId, requestKey: newRequestKey(), executionIds: [...executionIds] };
      undoing.mutate(conflict === undefined ? about : { ...about, conflict });
    },
    run(call, whenEnded) {
      onEnd.current = whenEnded;
      request.mutate({ org: slug, sessionId, requestKey: newRequestKey(), call });
    },
    busy: request.isPending || undoing.isPending || (answer !== null && isUnderWay(answer)),
    awaiting: answer !== null && isAwaiting(answer) ? answer : null,
    forget: () => setAnswer(null),
  };
}
