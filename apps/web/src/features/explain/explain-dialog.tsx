"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Dialog, DialogContent } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { ExplainBody } from "./explain-body.tsx";
import type { ExplainSource } from "./explain-source.ts";

type ExplainDialogProps = {
  source: ExplainSource;
  argv: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** where the focus goes when it closes */
  onClosed: () => void;
};

/** How a call is read and judged, before it runs or long after. */
export function ExplainDialog({ source, argv, open, onOpenChange, onClosed }: ExplainDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Explanation"
        description={
          source.kind === "written"
            ? "How this call would be read, and what each rule finds. Nothing runs."
            : "How this call is read, with the findings that were recorded for it."
        }
        className="top-[max(0.75rem,4vh)] max-h-[92vh] w-[min(76rem,calc(100vw-1.5rem))] content-start p-4 sm:p-5"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
        }}
      >
        {source.kind === "written" ? (
          <Written source={source} argv={argv} />
        ) : (
          <Recorded source={source} argv={argv} />
        )}
      </DialogContent>
    </Dialog>
  );
}

type Of<Kind> = { source: Extract<ExplainSource, { kind: Kind }>; argv: readonly string[] };

function Written({ source, argv }: Of<"written">) {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const { sessionId, input } = source;
  const query = useQuery(
    trpc.toolCall.explain.queryOptions({ org, sessionId, input }, { staleTime: 0, gcTime: 10_000 }),
  );
  return <Answer query={query} argv={argv} />;
}

function Recorded({ source, argv }: Of<"recorded">) {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const query = useQuery(
    trpc.toolCall.explainRecorded.queryOptions({ org, id: source.id }, { staleTime: 0, gcTime: 10_000 }),
  );
  return <Answer query={query} argv={argv} />;
}

type AnswerProps = {
  query: {
    data: Parameters<typeof ExplainBody>[0]["explained"] | undefined;
    error: unknown;
    isError: boolean;
    refetch: () => Promise<unknown>;
  };
  argv: readonly string[];
};

function Answer({ query, argv }: AnswerProps) {
  if (query.data !== undefined) return <ExplainBody argv={argv} explained={query.data} />;
  if (!query.isError) return <SkeletonRows rows={6} />;
  return (
    <ErrorState
      title="It cannot be explained now"
      message={errorText(query.error)}
      onRetry={() => void query.refetch()}
      className="m-0"
    />
  );
}
