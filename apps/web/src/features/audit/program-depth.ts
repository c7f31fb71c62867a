import type { ProgramRecord } from "@gatehouse/core/contracts/programs";

export type ProgramRow = { program: ProgramRecord; depth: number };

/** The list as a tree, each program below the one that started it, in the order they started. */
export function programRows(programs: readonly ProgramRecord[]): ProgramRow[] {
  const children = new Map<number | null, number[]>();
  programs.forEach(({ parent }, at) => {
    // a parent stands before its child; anything else would be a circle
    const above = parent !== null && parent < at ? parent : null;
    const list = children.get(above) ?? [];
    children.set(above, list);
    list.push(at);
  });
  const rows: ProgramRow[] = [];
  const open = (children.get(null) ?? []).toReversed().map((at) => ({ at, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const program = programs[next.at];
    if (program !== undefined) rows.push({ program, depth: next.depth });
    for (const at of (children.get(next.at) ?? []).toReversed()) open.push({ at, depth: next.depth + 1 });
  }
  return rows;
}
