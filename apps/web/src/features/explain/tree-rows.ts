import type { ExplainedNode } from "@gatehouse/core/policy/explain/explanation";

/** Nodes in the order a tree is read, each after what holds it; siblings stand in order of their ids. */
export function treeRows(nodes: readonly ExplainedNode[]): ExplainedNode[] {
  const below = new Map<number | null, ExplainedNode[]>();
  for (const node of nodes) {
    const siblings = below.get(node.parent);
    if (siblings === undefined) below.set(node.parent, [node]);
    else siblings.push(node);
  }
  const rows: ExplainedNode[] = [];
  const stack = [...(below.get(null) ?? [])].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    rows.push(node);
    stack.push(...(below.get(node.id) ?? []).reverse());
  }
  return rows;
}

/** Where an arrow key leads from a row; the row itself where there is nowhere to go. */
export function rowAfter(rows: readonly ExplainedNode[], at: number, key: string): number {
  const last = rows.length - 1;
  const row = rows[at];
  switch (key) {
    case "ArrowDown":
      return Math.min(at + 1, last);
    case "ArrowUp":
      return Math.max(at - 1, 0);
    case "Home":
      return 0;
    case "End":
      return last;
    case "ArrowRight":
      return rows[at + 1]?.parent === row?.id ? at + 1 : at;
    case "ArrowLeft": {
      const parent = rows.findIndex((other) => other.id === row?.parent);
      return parent < 0 ? at : parent;
    }
    default:
      return at;
  }
}
