import { spawnSync } from "node:child_process";

/** A node of the tree that shfmt prints. */
export type ShfmtNode = { readonly [key: string]: unknown };

export const shfmtNode = (value: unknown): ShfmtNode | null =>
  typeof value === "object" && value !== null ? (value as ShfmtNode) : null;

/** The tree of a script as bash would read it, or null when shfmt refuses it. */
export function shfmtTree(script: string): ShfmtNode | null {
  const { status, stdout, error } = spawnSync("shfmt", ["-ln=bash", "-tojson"], {
    input: script,
    encoding: "utf8",
  });
  if (error !== undefined) throw new Error("this test needs shfmt, as Debian packages it", { cause: error });
  return status === 0 ? shfmtNode(JSON.parse(stdout)) : null;
}

/** The words of every simple command of a tree, walked without recursion. */
export function shfmtCalls(tree: ShfmtNode): unknown[][] {
  const calls: unknown[][] = [];
  const open: unknown[] = [tree];
  while (open.length > 0) {
    const node = shfmtNode(open.pop());
    if (node === null) continue;
    if (node.Type === "CallExpr" && Array.isArray(node.Args)) calls.push(node.Args);
    open.push(...Object.values(node));
  }
  return calls;
}
