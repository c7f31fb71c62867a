import { ShieldX } from "lucide-react";
import { ReasonList } from "./reason-list.tsx";
import type { ToolCallView } from "./tool-call-view.ts";

type Refusal = NonNullable<ToolCallView["refusal"]>;

/** Why a call was refused: every reason with its place, or the one refusal that came later (declined, expired, on the host). */
export function RefusalPanel({ call, refusal }: { call: ToolCallView; refusal: Refusal }) {
  const denies = call.decision.reasons.filter((reason) => reason.verdict === "deny");
  const listed = denies.some((reason) => reason.code === refusal.code);
  return (
    <section
      aria-label="Why it was refused"
      className="flex gap-2.5 border-t bg-danger-subtle/60 px-3 py-2.5"
    >
      <ShieldX aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="grid min-w-0 flex-1 gap-2 text-sm">
        {!listed && (
          <div className="grid gap-0.5">
            <p className="[overflow-wrap:anywhere]">
              {refusal.sentence}{" "}
              <code className="font-mono text-xs text-muted-foreground">{refusal.code}</code>
            </p>
            {refusal.hint !== undefined && refusal.hint !== null && (
              <p className="text-muted-foreground [overflow-wrap:anywhere]">{refusal.hint}</p>
            )}
          </div>
        )}
        {listed && <ReasonList reasons={denies} />}
        <p className="text-xs text-muted-foreground">
          Nothing ran. Decided under policy {call.decision.policyNumber}.
        </p>
      </div>
    </section>
  );
}
