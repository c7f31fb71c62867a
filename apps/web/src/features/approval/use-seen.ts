"use client";

import { useEffect } from "react";
import { useTRPCClient } from "../../trpc/client.ts";
import { useDocumentVisible } from "../output/use-document-visible.ts";
import { useOrg } from "../shell/org-context.tsx";
import { readKey } from "./read-end.ts";

/** Questions, as they were shown, that this tab has put on record. */
const said = new Set<string>();
const mostAtOnce = 200;

/** Puts on record that these questions stood on a page that was in view; each as it was shown once. */
export function useSeen(approvals: readonly { id: string; shown: string }[]): void {
  const client = useTRPCClient();
  const { slug } = useOrg();
  const visible = useDocumentVisible();
  const keys = approvals.map(readKey).join(",");
  useEffect(() => {
    if (!visible) return;
    const fresh = keys
      .split(",")
      .filter((key) => key !== "" && !said.has(key))
      .slice(0, mostAtOnce);
    if (fresh.length === 0) return;
    for (const key of fresh) said.add(key);
    const approvalIds = fresh.map((key) => key.split(" ")[0] ?? "");
    client.approval.seen.mutate({ org: slug, approvalIds }).catch((error: unknown) => {
      for (const key of fresh) said.delete(key);
      console.warn("what was seen is not on record", error);
    });
  }, [client, slug, visible, keys]);
}
