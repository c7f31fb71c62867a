"use client";

import { KeyRound, Layers, Pencil, ShieldQuestion } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { askerText } from "../tool-call/actor-text.ts";
import { commandInput } from "../tool-call/call-argv.ts";
import { ReasonList } from "../tool-call/reason-list.tsx";
import { StopButton } from "../tool-call/stop-button.tsx";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { AskedText } from "./asked-text.tsx";
import { askText } from "./ask-text.ts";
import { DenyForm } from "./deny-form.tsx";
import type { Standing } from "./ladder-dialog.tsx";
import { ReadFirst } from "./read-first.tsx";
import { readKey, useRead } from "./read-end.ts";
import { useAnswer } from "./use-answer.ts";
import { useArmed } from "./use-armed.ts";
import { useSeen } from "./use-seen.ts";
import { WouldWrite } from "./would-write.tsx";

const ApprovalReading = dynamic(() => import("./approval-reading.tsx").then((part) => part.ApprovalReading));
const StepUpDialog = dynamic(() => import("./step-up-dialog.tsx").then((part) => part.StepUpDialog));
const LadderDialog = dynamic(() => import("./ladder-dialog.tsx").then((part) => part.LadderDialog));
const EditCallDialog = dynamic(() => import("./edit-call-dialog.tsx").then((part) => part.EditCallDialog));

type Approval = NonNullable<ToolCallView["approval"]>;
type ApprovalCardProps = { call: ToolCallView; approval: Approval; canCancel: boolean };

/** The question of a call: why it is asked, what a yes permits, and the two answers. */
export function ApprovalCard({ call, approval, canCancel }: ApprovalCardProps) {
  const reasons = call.decision.reasons.filter((reason) => reason.verdict === "ask");
  const command = commandInput(call) !== null;
  useSeen([approval]);
  return (
    <section aria-label="Approval" className="grid gap-3 border-t bg-warning-subtle/50 px-3 py-3">
      <div className="flex gap-2.5">
        <ShieldQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
        <div className="grid min-w-0 flex-1 gap-2 text-sm">
          <p role="status" className="font-medium">
            {askerText(call)} asks to run {call.program}
            {approval.strength === "password" && ", which takes proof of who answers"}
          </p>
          <ReasonList reasons={reasons} />
          {approval.asks.length > 0 && (
            <div>
              <p className="text-xs font-medium text-muted-foreground">A yes permits</p>
              <ul className="list-disc pl-4">
                {approval.asks.map((ask) => (
                  <li key={askText(ask, { command })} className="[overflow-wrap:anywhere]">
                    {askText(ask, { command })}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {isRead(call) ? <ApprovalReading call={call} /> : <WouldWrite call={call} paths={[]} />}
          <AskedText call={call} approval={approval} />
          <p className="text-xs text-muted-foreground">
            {approval.waitsFor?.sentence} Without an answer it is refused{" "}
            <TimeText at={approval.expiresAt} form="relative" />, under policy {call.decision.policyNumber}.
          </p>
        </div>
      </div>
      {approval.mayAnswer ? (
        <Answers call={call} approval={approval} canCancel={canCancel} />
      ) : (
        <div className="flex flex-wrap items-center gap-3 pl-6.5">
          <p className={cn("text-sm text-muted-foreground", approval.waitsFor?.nobody && "text-danger")}>
            {approval.waitsFor?.nobody === true
              ? "Nobody can answer this as the org stands."
              : "This is not yours to answer; it stands in the inbox of those who may."}
          </p>
          {canCancel && <StopButton id={call.id} program={call.program} label="Withdraw" />}
        </div>
      )}
    </section>
  );
}

/** Worth reading as the guard does: a command with a script or a redirect in it, or one that names where it writes. */
function isRead(call: ToolCallView): boolean {
  const command = commandInput(call);
  if (command === null) return false;
  return (
    (command.write_paths ?? []).length > 0 || command.argv.slice(1).some((word) => /[;&|<>\n$`(]/.test(word))
  );
}

function Answers({ call, approval, canCancel }: ApprovalCardProps) {
  const { slug } = useOrg();
  const [denying, setDenying] = useState(false);
  const [stepUp, setStepUp] = useState(false);
  const [editing, setEditing] = useState(false);
  const [ladder, setLadder] = useState(false);
  const [grants, setGrants] = useState<Standing[]>([]);
  const offersMore = !approval.asks.some(({ kind }) => kind === "sudo" || kind === "unsandboxed");
  const answer = useAnswer();
  const read = useRead(approval);
  const armed = useArmed(`${readKey(approval)} ${approval.status} ${read}`);
  const command = commandInput(call);
  const blocked = !armed || answer.isPending || (answer.isSuccess && !answer.data.won);
  const unread = blocked || !read;
  const send = (choice: "approve" | "reject", reason?: string, standing: Standing[] = []) =>
    answer.mutate({
      org: slug,
      approvalId: approval.id,
      shown: approval.shown,
      answer: choice,
      grants: standing,
      ...(reason === undefined || reason === "" ? {} : { reason }),
    });
  if (denying) {
    return (
      <DenyForm
        busy={answer.isPending}
        onDeny={(reason) => send("reject", reason)}
        onBack={() => setDenying(false)}
      />
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2 pl-6.5">
      <Button
        variant="primary"
        data-answer="approve"
        aria-disabled={unread}
        onClick={() => {
          if (unread) return;
          setGrants([]);
          if (approval.strength === "password") setStepUp(true);
          else send("approve");
        }}
      >
        {approval.strength === "password" && <KeyRound aria-hidden />}
        {approval.strength === "password" ? "Run once with proof…" : "Run once"}
      </Button>
      <Button
        data-answer="deny"
        aria-disabled={blocked}
        onClick={() => {
          if (!blocked) setDenying(true);
        }}
      >
        Deny…
      </Button>
      {command && (
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => setEditing(true)}>
          <Pencil aria-hidden /> Change…
        </Button>
      )}
      {canCancel && <StopButton id={call.id} program={call.program} label="Withdraw" />}
      {stepUp && (
        <StepUpDialog call={call} approval={approval} grants={grants} open onOpenChange={setStepUp} />
      )}
      {offersMore && (
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          aria-disabled={unread}
          onClick={() => !unread && setLadder(true)}
        >
          <Layers aria-hidden /> Allow more…
        </Button>
      )}
      {!read && <ReadFirst approvalId={approval.id} />}
      {ladder && (
        <LadderDialog
          approvalId={approval.id}
          password={approval.strength === "password"}
          open
          onOpenChange={setLadder}
          onChoose={(standing) => {
            setLadder(false);
            setGrants(standing);
            if (approval.strength === "password") setStepUp(true);
            else send("approve", undefined, standing);
          }}
        />
      )}
      {command && editing && (
        <EditCallDialog approval={approval} input={command} open onOpenChange={setEditing} />
      )}
    </div>
  );
}
