"use client";

import { Dialog, DialogContent } from "../../ui/dialog.tsx";
import { ApprovalCard } from "../approval/approval-card.tsx";
import { ArgvView } from "../argv/argv-view.tsx";
import { callArgv } from "../tool-call/call-argv.ts";
import type { FileAction } from "./use-file-action.ts";

/** The question of a change that was asked for here. Closing it leaves the call waiting in the session and the inbox. */
export function AwaitingDialog({ action }: { action: FileAction }) {
  const call = action.awaiting?.view;
  if (!call?.approval) return null;
  return (
    <Dialog open onOpenChange={(open) => !open && action.forget()}>
      <DialogContent title="This needs an answer first" description="Nothing has been changed yet.">
        <div className="overflow-hidden rounded-md border">
          <ArgvView argv={callArgv(call)} full className="px-3 py-2" />
          <ApprovalCard call={call} approval={call.approval} canCancel />
        </div>
      </DialogContent>
    </Dialog>
  );
}
