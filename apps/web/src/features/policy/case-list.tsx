"use client";

import type { PolicyCase } from "@gatehouse/core/policy/cases/policy-case";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Table, TableCell, TableHead, TableRow } from "../../ui/table.tsx";
import { argvToLine } from "../argv/argv-to-line.ts";
import { VisibleText } from "../argv/visible-text-view.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { WordBadge } from "./word-badge.tsx";

/** The policy's own test cases, each with what the draft says to it now. */
export function CaseList({ onTry }: { onTry: (item: PolicyCase) => void }) {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const cases = useQuery(trpc.policy.cases.queryOptions({ org }));
  const review = useQuery(trpc.policy.review.queryOptions({ org }));
  const remove = useMutation(
    trpc.policy.removeCase.mutationOptions({
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.policy.pathKey() }),
    }),
  );
  const results = new Map((review.data?.cases ?? []).map((result) => [result.id, result]));
  return (
    <Card>
      <CardHeader>
        <CardTitle>Test cases of the policy</CardTitle>
      </CardHeader>
      <p className="border-b px-4 py-3 text-sm text-muted-foreground">
        Nothing is published while one fails. In CI, an exported file is tried with{" "}
        <code className="font-mono text-xs">npm run --silent guard -- --policy FILE --cases</code>.
      </p>
      {cases.isPending ? (
        <SkeletonRows rows={2} />
      ) : cases.data === undefined ? (
        <ErrorState
          title="The test cases cannot be shown"
          message={errorText(cases.error)}
          onRetry={() => void cases.refetch()}
        />
      ) : cases.data.length === 0 ? (
        <EmptyState title="No test cases" className="py-8">
          Try a call above and keep its verdict: what must never run, and what must always.
        </EmptyState>
      ) : (
        <Table label="Test cases of the policy">
          <thead>
            <tr>
              <TableHead>Name</TableHead>
              <TableHead>Call</TableHead>
              <TableHead>Expected</TableHead>
              <TableHead>Now</TableHead>
              <TableHead>
                <span className="sr-only">Actions</span>
              </TableHead>
            </tr>
          </thead>
          <tbody>
            {cases.data.map(({ id, item, updatedBy }) => {
              const result = results.get(id);
              return (
                <TableRow key={id}>
                  <TableCell className="min-w-32 [overflow-wrap:anywhere]">
                    {item.name}
                    <span className="block text-xs text-muted-foreground">{updatedBy}</span>
                  </TableCell>
                  <TableCell className="max-w-80 min-w-40 font-mono text-xs [overflow-wrap:anywhere]">
                    <VisibleText text={argvToLine(item.argv)} />
                  </TableCell>
                  <TableCell>
                    <WordBadge word={item.expect.verdict} />
                    {item.expect.rule !== undefined && (
                      <span className="block text-xs text-muted-foreground">by {item.expect.rule}</span>
                    )}
                  </TableCell>
                  <TableCell className="whitespace-nowrap">
                    {result === undefined ? (
                      "…"
                    ) : result.passed ? (
                      <Badge tone="success">passes</Badge>
                    ) : (
                      <Badge tone="danger">
                        fails: {result.verdict} by {result.rule}
                      </Badge>
                    )}
                  </TableCell>
                  <TableCell className="w-0 text-right whitespace-nowrap">
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={`Try ${item.name}`}
                      onClick={() => onTry(item)}
                    >
                      Try
                    </Button>
                    <Button
                      variant="quiet"
                      size="icon-sm"
                      aria-label={`Remove ${item.name}`}
                      title="Remove"
                      disabled={remove.isPending}
                      onClick={() => remove.mutate({ org, id })}
                    >
                      <Trash2 aria-hidden />
                    </Button>
                  </TableCell>
                </TableRow>
              );
            })}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
