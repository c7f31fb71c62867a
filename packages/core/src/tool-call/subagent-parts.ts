import { outputParts, type ResultPart, type ToolAnswer } from "./result-parts.ts";

/** What a subagent answered is data like a page: it may have read strangers' words. Why it did not finish is ours. */
export function subagentParts(answer: ToolAnswer): ResultPart[] {
  const { outcome, exitCode, detail, outputBytes } = answer;
  if (outcome !== "exited" || exitCode === 0) return outputParts(answer);
  const text = `The subagent did not finish: ${detail ?? "it does not say why."}`;
  return [
    { kind: "text", text },
    ...(outputBytes > 0 ? [{ kind: "output" as const, offset: 0, bytes: outputBytes }] : []),
  ];
}
