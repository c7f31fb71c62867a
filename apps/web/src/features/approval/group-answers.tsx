"use client";

import { toast } from "sonner";
import { useTRPCClient } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useOrg } from "../shell/org-context.tsx";
import type { InboxItem } from "./group-items.ts";
import { useRead } from "./read-end.ts";
import { useArmed } from "./use-armed.ts";
import { useRefreshApprovals } from "./use-refresh-approvals.ts";

const noApproval = { id: "", shown: "" };

/** One answer for requests that are the same to the letter; each is still answered and recorded by itself. */
export function GroupAnswers({ group }: { group: readonly InboxItem[] }) {
  const { slug } = useOrg();
  const client = useTRPCClient();
  const refresh = useRefreshApprovals();
  const [busy, setBusy] = useState(false);
  const armed = useArmed(group.map(({ toolCall }) => toolCall.approval?.shown ?? "").join(" "));
  const send = async (answer: "approve" | "reject"): Promise<void> => {
    setBusy(true);
    try {
      for (const { approvalId, toolCall } of group) {
        const shown = toolCall.approval?.shown ?? "";
        await client.approval.answer.mutate({ org: slug, approvalId, shown, answer, grants: [] });
      }
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setBusy(false);
      await refresh();
    }
  };
  const blocked = busy || !armed;
  // the card of the first shows the words of all; it is that one which is read
  const first = group[0]?.toolCall.approval;
  const read = useRead(first ?? noApproval);
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md border bg-muted/40 px-3 py-2">
      <p className="mr-auto text-sm">{group.length} requests for exactly this call</p>
      <Button
        variant="primary"
        size="sm"
        aria-disabled={blocked || !read}
        onClick={() => !blocked && read && void send("approve")}
      >
        Run each once
      </Button>
      <Button size="sm" aria-disabled={blocked} onClick={() => !blocked && void send("reject")}>
        Deny all {group.length}
      </Button>
    </div>
  );
}
