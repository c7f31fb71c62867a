import type { PolicyInput } from "@gatehouse/core/policy/policy";
import type { HitsAnswer, PreviewAnswer } from "@gatehouse/services/policy/replay-port";

export type ReplaySettings = { databaseUrl: string; wasmDirectory: string | undefined };

/** Which of how many parts of an org's calls a thread judges. */
export type Part = { index: number; count: number };

export type ReplayWork =
  | { kind: "preview"; orgId: string; before: PolicyInput; after: PolicyInput }
  | { kind: "hits"; orgId: string; document: PolicyInput };
export type ReplayJob = ReplayWork & { id: number };

export type ReplayReply =
  | { id: number; ok: true; value: PreviewAnswer | HitsAnswer }
  | { id: number; ok: false; problem: string };
