"use client";

import type { SubagentCall } from "@gatehouse/core/tool-call/subagent-input";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useContext, useState } from "react";
import { cn } from "../../ui/cn.ts";
import { useOrg } from "../shell/org-context.tsx";
import { callState } from "../tool-call/call-state.ts";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { StepsOfCall } from "./steps-slot.ts";
import { SubagentTask } from "./subagent-task.tsx";

type SubagentPartProps = { call: ToolCallView & SubagentCall; canDrive: boolean };

/** A subagent inside its card: the task it was given, and on demand each of its steps as they happen. */
export function SubagentPart({ call, canDrive }: SubagentPartProps) {
  const { slug } = useOrg();
  const Steps = useContext(StepsOfCall);
  const [open, setOpen] = useState(false);
  const began = call.execution?.startedAt !== undefined;
  const { face } = callState(call);
  return (
    <>
      <SubagentTask input={call.input} className="px-3 pt-1.5 pb-2.5" />
      {began && Steps === null && (
        <p className="border-t px-3 py-2 text-sm">
          <Link
            href={`/${slug}/sessions/${call.sessionId}#call-${call.id}`}
            className="underline underline-offset-2"
          >
            Watch it in its session
          </Link>
        </p>
      )}
      {began && Steps !== null && (
        <div className="min-w-0 border-t">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex min-h-8 w-full items-center gap-1.5 px-3 text-sm text-muted-foreground hover:bg-accent hover:text-foreground"
          >
            <ChevronRight aria-hidden className={cn("size-3.5 transition-transform", open && "rotate-90")} />
            {open ? "Hide its steps" : face === "running" ? "Watch its steps" : "Show its steps"}
          </button>
          <Steps callId={call.id} sessionId={call.sessionId} canDrive={canDrive} open={open} />
        </div>
      )}
    </>
  );
}
