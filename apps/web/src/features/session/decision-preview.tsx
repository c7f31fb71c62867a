import type { Decision } from "@gatehouse/core/policy/decision";
import { CircleCheck, CircleDashed, KeyRound, type LucideIcon, ShieldQuestion, ShieldX } from "lucide-react";
import { errorText } from "../../trpc/error-text.ts";
import { cn } from "../../ui/cn.ts";
import { ReasonList } from "../tool-call/reason-list.tsx";
import type { Preview } from "./use-preview.ts";

type Face = { icon: LucideIcon; tone: string; title: string };

function allowed(decision: Decision, network: boolean): string {
  if (decision.effect === "trash") return "Will move the files to the trash";
  if (decision.readOnly) return "Will run: it only reads";
  return network ? "Will run in the sandbox, with network" : "Will run in the sandbox, without network";
}

function faceOf(decision: Decision, network: boolean): Face {
  if (decision.verdict === "allow") {
    return { icon: CircleCheck, tone: "text-success", title: allowed(decision, network) };
  }
  if (decision.verdict === "deny") return { icon: ShieldX, tone: "text-danger", title: "Refused" };
  return decision.strength === "password"
    ? { icon: KeyRound, tone: "text-warning", title: "Will ask for a password" }
    : { icon: ShieldQuestion, tone: "text-warning", title: "Will ask for a click" };
}

/** What would happen on Run, said before Run. */
export function DecisionPreview({ preview, network }: { preview: Preview; network: boolean }) {
  if (preview.kind === "none") {
    return (
      <p className="text-xs text-muted-foreground">
        Plain words and quotes become arguments. Anything a shell must read becomes a visible{" "}
        <code className="font-mono">bash -c</code>.
      </p>
    );
  }
  if (preview.kind === "checking") {
    return (
      <p className="flex items-center gap-1.5 text-xs text-muted-foreground">
        <CircleDashed aria-hidden className="size-3.5" /> Checking…
      </p>
    );
  }
  if (preview.kind === "failed") {
    return (
      <p className="text-xs text-danger">
        No preview: {errorText(preview.error)} Run still asks for the real decision.
      </p>
    );
  }
  const { decision } = preview;
  const { icon: Icon, tone, title } = faceOf(decision, network);
  const reasons = decision.reasons.filter(
    (reason) => reason.verdict === decision.verdict && reason.verdict !== "allow",
  );
  return (
    <div className="flex items-start gap-1.5 text-xs">
      <Icon aria-hidden className={cn("mt-0.5 size-3.5 shrink-0", tone)} />
      <div className="grid min-w-0 gap-1">
        <p className={cn("font-medium", tone)}>{title}</p>
        {reasons.length > 0 && (
          <div className="max-h-28 overflow-y-auto text-sm">
            <ReasonList reasons={reasons} />
          </div>
        )}
      </div>
    </div>
  );
}
