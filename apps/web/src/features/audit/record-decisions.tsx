import type { Reason } from "@gatehouse/core/policy/decision";
import type { Outputs } from "../../trpc/client.ts";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { placeText } from "../tool-call/reason-list.tsx";
import { Digest } from "./facts.tsx";
import { VerdictBadge } from "./verdict-badge.tsx";

type DecisionRecord = Outputs["audit"]["get"]["decisions"][number];

const factsText = {
  lexical: "On names, before it was queued",
  resolved: "On the host, on real paths, before it ran",
} as const;

function ReasonRow({ reason }: { reason: Reason }) {
  return (
    <li className="grid gap-x-3 gap-y-1 py-1.5 sm:grid-cols-[4.5rem_11rem_minmax(0,1fr)]">
      <VerdictBadge verdict={reason.verdict} />
      <code className="font-mono text-xs leading-5 text-muted-foreground [overflow-wrap:anywhere]">
        {reason.rule}
        {reason.code !== reason.rule && reason.code !== "ok" && ` · ${reason.code}`}
      </code>
      <div className="grid gap-0.5 text-sm [overflow-wrap:anywhere]">
        <p>
          {reason.sentence}
          {reason.place && <span className="text-muted-foreground"> ({placeText(reason.place)})</span>}
        </p>
        {reason.hint !== undefined && <p className="text-muted-foreground">{reason.hint}</p>}
      </div>
    </li>
  );
}

/** Both decisions with every reason of every rule; the stricter one stood. */
export function RecordDecisions({ decisions }: { decisions: readonly DecisionRecord[] }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Decisions</CardTitle>
        <p className="text-xs text-muted-foreground">The stricter one stands</p>
      </CardHeader>
      <ol className="divide-y">
        {decisions.map((decision) => (
          <li key={`${decision.facts} ${new Date(decision.decidedAt).getTime()}`} className="grid gap-2 p-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <VerdictBadge verdict={decision.verdict} />
              <span className="font-medium">{factsText[decision.facts]}</span>
              <span className="text-muted-foreground">
                policy version {decision.policyNumber}
                {decision.strength && `, strength ${decision.strength}`}, effect {decision.effect}
                {decision.readOnly && ", read-only"}
              </span>
              <TimeText at={decision.decidedAt} className="ml-auto text-xs text-muted-foreground" />
            </div>
            {decision.reasons.length === 0 ? (
              <p className="text-sm text-muted-foreground">No rule objected.</p>
            ) : (
              <ul className="divide-y rounded-md border px-3">
                {decision.reasons.map((reason, at) => (
                  <ReasonRow key={at} reason={reason} />
                ))}
              </ul>
            )}
            <p className="text-xs text-muted-foreground">
              Defaults <Digest value={decision.defaultsDigest} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
