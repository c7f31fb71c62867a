"use client";

import type { OutputSlice } from "@gatehouse/core/contracts/files";
import { useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "../../trpc/client.ts";
import { useOrg } from "../shell/org-context.tsx";

type Client = ReturnType<typeof useTRPCClient>;

/** Bytes of an execution's output from one place on, which is where a file tool put what it read. */
export async function readSlice(
  client: Client,
  of: { org: string; executionId: string; slice: OutputSlice },
): Promise<Uint8Array<ArrayBuffer>> {
  const { org, executionId, slice } = of;
  const bytes = new Uint8Array(slice.bytes);
  for (let done = 0; done < slice.bytes; ) {
    const part = await client.output.read.query({
      org,
      executionId,
      from: slice.offset + done,
      limit: Math.min(1_048_576, slice.bytes - done),
    });
    if (part.chunks.length === 0) throw new Error("the output ends before its time");
    for (const chunk of part.chunks) {
      const piece = Uint8Array.from(atob(chunk.bytesBase64), (letter) => letter.charCodeAt(0));
      bytes.set(piece.subarray(0, slice.bytes - done), done);
      done += piece.length;
    }
  }
  return bytes;
}

export function useSlice(executionId: string | undefined, slice: OutputSlice | undefined) {
  const { slug } = useOrg();
  const client = useTRPCClient();
  return useQuery({
    queryKey: ["output-slice", slug, executionId, slice],
    enabled: executionId !== undefined && slice !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: async () => {
      if (executionId === undefined || slice === undefined) throw new Error("there is nothing to read");
      return readSlice(client, { org: slug, executionId, slice });
    },
  });
}
