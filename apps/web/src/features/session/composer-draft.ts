import type { BackgroundCommandInput, RunCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { type LineMeaning, lineToArgv } from "../argv/line-to-argv.ts";

/**
 * What is being written. `argv` is the truth and always in view; the line only fills it. An edit of an argument
 * empties the line, so that the two can never say different things.
 */
export type Draft = {
  line: string;
  meaning: LineMeaning;
  argv: string[];
  network: boolean;
  writePaths: string[];
  /** null: in the foreground */
  background: { minutes: number; keywords: string[] } | null;
};

export const emptyDraft: Draft = {
  line: "",
  meaning: { kind: "empty" },
  argv: [],
  network: false,
  writePaths: [],
  background: null,
};

export function withLine(draft: Draft, line: string): Draft {
  const meaning = lineToArgv(line);
  const argv = "argv" in meaning ? meaning.argv : [];
  return { ...draft, line, meaning, argv };
}

export function withArgv(draft: Draft, argv: string[]): Draft {
  return {
    ...draft,
    line: "",
    meaning: argv.length === 0 ? { kind: "empty" } : { kind: "argv", argv },
    argv,
  };
}

export function draftOf(input: RunCommandInput): Draft {
  return {
    ...withArgv(emptyDraft, [...input.argv]),
    network: input.network === true,
    writePaths: [...(input.write_paths ?? [])],
  };
}

/** The input as it is sent and decided; null while there is nothing to run. */
export function draftInput(draft: Draft): RunCommandInput | null {
  if (draft.argv.length === 0) return null;
  const writePaths = draft.writePaths.filter((path) => path !== "");
  return {
    argv: draft.argv,
    ...(writePaths.length > 0 ? { write_paths: writePaths } : {}),
    ...(draft.network ? { network: true } : {}),
  };
}

/** The same as a command in the background. */
export function backgroundInput(draft: Draft): BackgroundCommandInput | null {
  const input = draftInput(draft);
  if (input === null || draft.background === null) return null;
  const { minutes, keywords } = draft.background;
  return { ...input, timeout_min: minutes, ...(keywords.length > 0 ? { keywords } : {}) };
}
