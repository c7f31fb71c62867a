"use client";

import { useState } from "react";
import { toast } from "sonner";
import { formatBytes, formatCount } from "../../ui/format-bytes.ts";
import { failureOf, resultOf } from "./file-answer.ts";
import type { FileAction } from "./use-file-action.ts";

const limitBytes = 10 * 1024 ** 2;

export type Taken = { path: string; content: string };
export type Upload = {
  send: (files: readonly File[]) => void;
  /** names that are taken: replaced only when a person says so */
  taken: readonly Taken[];
  replace: () => void;
  skip: () => void;
};

/** Files of a person's machine into the workspace, one call each. A name that is taken is asked about. */
export function useUpload(action: FileAction): Upload {
  const [taken, setTaken] = useState<readonly Taken[]>([]);
  const write = (queue: readonly Taken[], how: { create: boolean; done: number }): void => {
    const [next, ...rest] = queue;
    if (!next) {
      if (how.done > 0) toast.success(`${formatCount(how.done, "file")} uploaded.`);
      return;
    }
    const input = { mode: "write", encoding: "base64", ...next } as const;
    action.run({ tool: "edit_file", input: how.create ? { ...input, create: true } : input }, (answer) => {
      const receipt = resultOf(answer, "edit_file")?.receipt;
      const failure = failureOf(answer);
      if (receipt && "conflict" in receipt) setTaken((before) => [...before, next]);
      else if (failure !== null) toast.error(`${next.path}: ${failure}`);
      write(rest, { ...how, done: how.done + (failure === null ? 1 : 0) });
    });
  };
  const send = async (files: readonly File[]): Promise<void> => {
    const queue: Taken[] = [];
    for (const file of files) {
      if (file.size > limitBytes) toast.error(`${file.name} is larger than ${formatBytes(limitBytes)}.`);
      else queue.push({ path: file.name, content: await base64Of(file) });
    }
    write(queue, { create: true, done: 0 });
  };
  return {
    send: (files) => void send(files),
    taken,
    replace: () => {
      setTaken([]);
      write(taken, { create: false, done: 0 });
    },
    skip: () => setTaken([]),
  };
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}
