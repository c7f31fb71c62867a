import type { ShellParser } from "../shell/parse.ts";
import { ruleOf } from "../shell/issue-text.ts";
import { shownArgv } from "../tool-call/shown-argv.ts";
import { type CommandCall, isCommandCall, type ToolCall } from "../tool-call/tool-call.ts";
import { argvWord } from "../shell/unfolded.ts";
import type { Reason } from "./decision.ts";
import { CallNodes } from "./explain/call-nodes.ts";
import type { Explanation } from "./explain/explanation.ts";
import { nodeAt } from "./explain/node-at.ts";
import { Tree } from "./explain/tree.ts";
import { unfoldCall } from "./unfold-call.ts";

export type ExplainInput = {
  call: ToolCall;
  /** the findings of the decision to explain */
  reasons: readonly Reason[];
  shell: ShellParser;
  deadlineMs?: number;
};

/** A call as the guard reads it, node by node, with each finding tied to its node. Bounded, plain data. */
export function explain({ call, reasons, shell, deadlineMs = 1_000 }: ExplainInput): Explanation {
  const tree = isCommandCall(call) ? commandTree(call, shell, deadlineMs) : fileTree(call);
  return {
    nodes: tree.nodes,
    more: tree.more,
    findings: reasons.map((reason) => ({
      ...reason,
      node: nodeAt(reason, shownArgv(call).length, tree.nodes),
    })),
  };
}

function commandTree(call: CommandCall, shell: ShellParser, deadlineMs: number): Tree {
  const unfolded = unfoldCall(call, shell, deadlineMs);
  const tree = new Tree();
  new CallNodes(tree, call.input.argv, unfolded).run();
  for (const issue of unfolded.issues) {
    if (ruleOf[issue.code] !== "script-syntax" && ruleOf[issue.code] !== "nested-shell") continue;
    const { place } = issue;
    const arg = place?.scriptArgIndex;
    const spots =
      place === undefined || arg === undefined ? [] : [{ arg, start: place.start, end: place.end }];
    const parent = nodeAt(issue, call.input.argv.length, tree.nodes) ?? 0;
    tree.add(parent, { kind: "unread", label: issue.sentence, spots }, () => []);
  }
  return tree;
}

function fileTree(call: ToolCall): Tree {
  const tree = new Tree();
  const argv = shownArgv(call);
  const spots = argv.map((text, arg) => ({ arg, start: 0, end: text.length }));
  const words = argv.map(argvWord);
  tree.add(null, { kind: "file_tool", label: call.tool, words, spots: spots.slice(0, 1) }, (word) =>
    spots.filter((_, arg) => words[arg] === word),
  );
  return tree;
}
