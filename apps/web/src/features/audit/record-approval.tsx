import type { Outputs } from "../../trpc/client.ts";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { askText } from "../approval/ask-text.ts";
import { Fact, Facts } from "./facts.tsx";

export function RecordApproval({ detail }: { detail: Outputs["audit"]["get"] }) {
  const { approval } = detail.toolCall;
  const { stepUp } = detail;
  if (!approval) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Approval</CardTitle>
      </CardHeader>
      <Facts>
        <Fact label="Status">{approval.status}</Fact>
        <Fact label="Strength">
          {approval.strength === "password" ? "password (step-up)" : "confirm (one click)"}
        </Fact>
        <Fact label="Answered by">{approval.answeredBy ?? "nobody"}</Fact>
        {approval.answeredAt && (
          <Fact label="Answered at">
            <TimeText at={approval.answeredAt} />
          </Fact>
        )}
        <Fact label="Valid until">
          <TimeText at={approval.expiresAt} />
        </Fact>
        {approval.answerReason !== undefined && <Fact label="Reason given">{approval.answerReason}</Fact>}
        {stepUp && (
          <Fact label="Step-up">
            {stepUp.method}, proved <TimeText at={stepUp.provedAt} />
          </Fact>
        )}
        <Fact label="A yes permitted" wide>
          <ul className="list-disc pl-4">
            {approval.asks.map((ask) => (
              <li key={askText(ask)}>{askText(ask)}</li>
            ))}
          </ul>
        </Fact>
      </Facts>
    </Card>
  );
}
