/** A place in an output: the row at the upper edge and how many pixels of it are above the edge. `end`: the last row at the lower edge. */
export type Anchor = { row: number; px: number } | "end";

export const rowHeight = 20;
/** Browsers cannot scroll over more than some 17 million pixels; a longer output is scrolled over in proportion. */
const tallest = 8_000_000;

export type Geometry = {
  /** height of the scrolled area */
  height: number;
  /** one pixel scrolled is one pixel of the output */
  exact: boolean;
  toAnchor: (scrollTop: number) => Anchor;
  toScrollTop: (anchor: Anchor) => number;
};

export function geometryOf(rows: number, view: number): Geometry {
  const whole = rows * rowHeight;
  const height = Math.min(whole, tallest);
  const scrolled = Math.max(0, height - view);
  const range = Math.max(0, whole - view);
  const ratio = scrolled === 0 ? 0 : range / scrolled;
  return {
    height,
    exact: whole <= tallest,
    toAnchor(scrollTop) {
      if (scrolled > 0 && scrollTop >= scrolled - 1) return "end";
      const at = Math.max(0, scrollTop) * ratio;
      return { row: Math.floor(at / rowHeight), px: at % rowHeight };
    },
    toScrollTop(anchor) {
      if (anchor === "end") return scrolled;
      return ratio === 0 ? 0 : Math.min(scrolled, (anchor.row * rowHeight + anchor.px) / ratio);
    },
  };
}

/** The place so many pixels further down (or up), where the rows between have these heights. */
export function movedBy(
  anchor: { row: number; px: number },
  pixels: number,
  of: { rows: number; heightOf: (row: number) => number },
): Anchor {
  let { row } = anchor;
  let px = anchor.px + pixels;
  while (px < 0 && row > 0) {
    row -= 1;
    px += of.heightOf(row);
  }
  while (row < of.rows && px >= of.heightOf(row)) {
    px -= of.heightOf(row);
    row += 1;
  }
  return row >= of.rows ? "end" : { row, px: Math.max(0, px) };
}
