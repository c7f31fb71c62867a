"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useMay, useOrg } from "../shell/org-context.tsx";
import { McpNotice } from "./mcp-notice.tsx";
import { TokenDialog } from "./token-dialog.tsx";
import { TokenRow } from "./token-row.tsx";

export function TokensPage() {
  const { slug } = useOrg();
  const managesAll = useMay("token.manage");
  const trpc = useTRPC();
  const tokens = useQuery(trpc.token.list.queryOptions({ org: slug }));
  const [making, setMaking] = useState(false);
  return (
    <Page>
      <PageHeader
        title="API tokens"
        description={
          managesAll
            ? "Keys of programs and other agents to this org, of every member. A token never answers an approval."
            : "Keys of your programs and other agents to this org. A token never answers an approval."
        }
        actions={
          <Button variant="primary" onClick={() => setMaking(true)}>
            <Plus aria-hidden /> New token
          </Button>
        }
      />
      {tokens.isPending ? (
        <SkeletonRows rows={3} />
      ) : tokens.isError && !tokens.data ? (
        <ErrorState
          title="The tokens cannot be shown"
          message={errorText(tokens.error)}
          onRetry={() => void tokens.refetch()}
        />
      ) : tokens.data.length === 0 ? (
        <Card>
          <EmptyState icon={<KeyRound />} title="No token yet">
            Make one for a script, or for another agent that works here through MCP.
          </EmptyState>
        </Card>
      ) : (
        <Card>
          <ul className="divide-y">
            {tokens.data.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        </Card>
      )}
      <McpNotice />
      <TokenDialog open={making} onOpenChange={setMaking} />
    </Page>
  );
}
