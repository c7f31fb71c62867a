import type { ProgramRecord } from "@gatehouse/core/contracts/programs";
import { describe, expect, it } from "vitest";
import { programRows } from "../../../apps/web/src/features/audit/program-depth.ts";

const program = (path: string, parent: number | null): ProgramRecord => ({
  path,
  argv: [path],
  argvCut: false,
  startedAtMs: 0,
  endedAtMs: 1,
  exitCode: 0,
  signal: null,
  parent,
});

describe("programRows", () => {
  it("puts each program below the one that started it, in the order they started", () => {
    const list = [
      program("make", null),
      program("gcc", 0),
      program("sh", 0),
      program("cc1", 1),
      program("late", null),
    ];
    expect(programRows(list).map(({ program: { path }, depth }) => [path, depth])).toEqual([
      ["make", 0],
      ["gcc", 1],
      ["cc1", 2],
      ["sh", 1],
      ["late", 0],
    ]);
  });

  it("lists every program once even where parents make no sense", () => {
    const list = [program("a", 1), program("b", 0), program("c", 2)];
    expect(
      programRows(list)
        .map(({ program: { path } }) => path)
        .toSorted(),
    ).toEqual(["a", "b", "c"]);
  });
});
