"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { useOrg } from "../shell/org-context.tsx";

export type Mark = Outputs["file"]["marks"][number];

/** The last change of each path in the session, by path; deleted ones have no place in the tree but in this list. */
export function useMarks(sessionId: string): { byPath: ReadonlyMap<string, Mark>; deleted: Mark[] } {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const marks = useQuery(trpc.file.marks.queryOptions({ org: slug, sessionId }, { refetchInterval: 15_000 }));
  return useMemo(() => {
    const all = marks.data ?? [];
    return {
      byPath: new Map(all.map((mark) => [mark.path, mark])),
      deleted: all.filter((mark) => mark.change === "deleted"),
    };
  }, [marks.data]);
}
