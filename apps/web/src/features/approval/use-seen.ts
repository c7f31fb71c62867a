"use client";

import { useEffect } from "react";
import { useTRPCClient } from "../../trpc/client.ts";
import { useDocumentVisible } from "../output/use-document-visible.ts";
import { useOrg } from "../shell/org-context.tsx";

/** Puts on record that these questions stood on a page that was in view. */
export function useSeen(approvalIds: readonly string[]): void {
  const client = useTRPCClient();
  const { slug } = useOrg();
  const visible = useDocumentVisible();
  const key = approvalIds.join(",");
  useEffect(() => {
    if (!visible || key === "") return;
    client.approval.seen
      .mutate({ org: slug, approvalIds: key.split(",").slice(0, 200) })
      .catch((error: unknown) => console.warn("what was seen is not on record", error));
  }, [client, slug, visible, key]);
}
