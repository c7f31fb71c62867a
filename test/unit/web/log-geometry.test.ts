import { describe, expect, it } from "vitest";
import { geometryOf, movedBy, rowHeight } from "../../../apps/web/src/features/output/log-geometry.ts";
import { hashOf, markedOf } from "../../../apps/web/src/features/output/log-hash.ts";

describe("the scrolled area of a log", () => {
  it("is exact as long as a browser can scroll over it", () => {
    const geometry = geometryOf(1_000, 300);
    expect(geometry).toMatchObject({ exact: true, height: 1_000 * rowHeight });
    expect(geometry.toAnchor(130)).toEqual({ row: 6, px: 10 });
    expect(geometry.toScrollTop({ row: 6, px: 10 })).toBe(130);
  });

  it("reaches every row of an output of half a milliard rows, the last one too", () => {
    const geometry = geometryOf(500_000_000, 300);
    expect(geometry.height).toBeLessThan(17_000_000);
    expect(geometry.toAnchor(0)).toEqual({ row: 0, px: 0 });
    expect(geometry.toAnchor(geometry.height - 300)).toBe("end");
    const there = geometry.toAnchor(geometry.toScrollTop({ row: 123_456_789, px: 0 }));
    expect(there === "end" ? 0 : there.row).toBeCloseTo(123_456_789, -2);
  });

  it("moves by pixels over rows of any height, and stops at both ends", () => {
    const of = { rows: 4, heightOf: (row: number) => (row === 1 ? 100 : 20) };
    expect(movedBy({ row: 0, px: 0 }, 50, of)).toEqual({ row: 1, px: 30 });
    expect(movedBy({ row: 2, px: 5 }, -50, of)).toEqual({ row: 1, px: 55 });
    expect(movedBy({ row: 1, px: 0 }, -500, of)).toEqual({ row: 0, px: 0 });
    expect(movedBy({ row: 0, px: 0 }, 5_000, of)).toBe("end");
  });
});

describe("rows in an address", () => {
  it("are read and written the same way, and anything else names none", () => {
    for (const hash of ["#L1", "#L120-L140"])
      expect(hashOf(markedOf(hash) ?? { from: -9, to: -9 })).toBe(hash);
    expect(markedOf("#L9-3")).toEqual({ from: 2, to: 8 });
    for (const hash of ["", "#L0", "#Lx", "#call-1", "#L1-"]) expect(markedOf(hash)).toBeNull();
  });
});
