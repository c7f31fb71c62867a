import type { Outputs } from "../../trpc/client.ts";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { formatCost, formatTokens } from "../turn/format-usage.ts";

type Page = Outputs["model"]["providers"];
type UsageTodayProps = { usage: Page["usage"]; limits: Page["limits"] };

/** What models took since midnight UTC, against the limits of the policy. */
export function UsageToday({ usage, limits }: UsageTodayProps) {
  const rows = [
    { who: "The org", used: usage.org, tokens: limits.orgTokens, dollars: limits.orgDollars },
    { who: "You", used: usage.member, tokens: limits.memberTokens, dollars: limits.memberDollars },
  ];
  return (
    <Card>
      <CardHeader>
        <CardTitle>Used today</CardTitle>
        <span className="text-xs text-muted-foreground">since 00:00 UTC; limits stand in the policy</span>
      </CardHeader>
      <dl className="divide-y">
        {rows.map(({ who, used, tokens, dollars }) => (
          <div key={who} className="grid gap-1 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <dt className="font-medium">{who}</dt>
            <dd className="text-muted-foreground tabular-nums">
              {formatTokens(used.tokens)} of {formatTokens(tokens)} tokens, {formatCost(used.costMicros)} of $
              {dollars}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
