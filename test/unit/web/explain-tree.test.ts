import { describe, expect, it } from "vitest";
import type { ExplainedNode } from "@gatehouse/core/policy/explain/explanation";
import { nodeMarks } from "../../../apps/web/src/features/explain/node-marks.ts";
import { rowAfter, treeRows } from "../../../apps/web/src/features/explain/tree-rows.ts";

function node(id: number, parent: number | null, depth: number): ExplainedNode {
  return {
    id,
    parent,
    depth,
    kind: "command",
    label: "x",
    words: [],
    moreWords: 0,
    spots: [],
    inner: null,
    text: null,
    notes: [],
  };
}

const nodes = [node(0, null, 0), node(1, 0, 1), node(2, 1, 2), node(3, 0, 1), node(4, 1, 2)];

describe("the rows of an explanation", () => {
  it("stand below what holds them, also where a node was found later than its neighbours", () => {
    expect(treeRows(nodes).map(({ id }) => id)).toEqual([0, 1, 2, 4, 3]);
  });

  it("are walked by arrow keys: down and up by rows, right into a node, left out of it, never past an end", () => {
    const rows = treeRows(nodes);
    expect(rowAfter(rows, 0, "ArrowUp")).toBe(0);
    expect(rowAfter(rows, 4, "ArrowDown")).toBe(4);
    expect(rowAfter(rows, 1, "ArrowRight")).toBe(2);
    expect(rowAfter(rows, 2, "ArrowRight")).toBe(2);
    expect(rowAfter(rows, 3, "ArrowLeft")).toBe(1);
    expect(rowAfter(rows, 2, "End")).toBe(4);
    expect(rowAfter(rows, 2, "Home")).toBe(0);
  });

  it("mark every place of their node, by argument", () => {
    const spots = [
      { arg: 0, start: 0, end: 2 },
      { arg: 2, start: 1, end: 5 },
      { arg: 2, start: 7, end: 8 },
    ];
    expect([...nodeMarks({ ...node(0, null, 0), spots })]).toEqual([
      [0, [{ start: 0, end: 2 }]],
      [
        2,
        [
          { start: 1, end: 5 },
          { start: 7, end: 8 },
        ],
      ],
    ]);
  });
});
