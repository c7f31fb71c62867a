"use client";

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Anchor, geometryOf, movedBy, rowHeight } from "./log-geometry.ts";
import { type LogPages, pageRows } from "./log-pages.ts";
import { LogRowView } from "./log-row.tsx";

/** What to bring into view; a new object asks again for the same. `hold`: what is in view, while more comes. */
export type Goal = { kind: "row"; row: number } | { kind: "end" } | { kind: "hold" };
export type Marked = { from: number; to: number };

type LogRowsProps = {
  pages: LogPages;
  rows: number;
  wrap: boolean;
  times: boolean;
  goal: Goal | null;
  marked: Marked | null;
  /** whether the last row is in view, and stays there while more comes */
  onEnd: (atEnd: boolean) => void;
  /** a number was clicked; with Shift a range ends here */
  onNumber: (row: number, extend: boolean) => void;
  label: string;
  className: string;
};

const spare = 24;
const idleMs = 120;
const nativeRows = 1_000;

/** Who follows an output sees a row once it was read, not first its number; where little is known, all rows count. */
function rowsToFollow(pages: LogPages, rows: number): number {
  for (let row = rows; row > Math.max(0, rows - pageRows); row -= 1)
    if (pages.row(row - 1) !== undefined) return row;
  return rows;
}

/**
 * A window on the rows of an output. What is drawn hangs on one row at an edge, so that it does not depend on heights that
 * are not known; the scroll bar follows from it and is only the truth where it was moved far.
 */
export function LogRows(props: LogRowsProps) {
  const { pages, wrap, times, goal, marked, onEnd, onNumber, label } = props;
  const area = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const last = useRef(0);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [view, setView] = useState(320);
  const [place, setPlace] = useState<{ anchor: Anchor; top: number }>({ anchor: "end", top: 0 });
  const rows = place.anchor === "end" ? rowsToFollow(pages, props.rows) : props.rows;
  const geometry = geometryOf(rows, view);
  const short = !wrap && rows * rowHeight <= view;
  /** wrapped rows of an output that is not long are laid out by the browser */
  const native = wrap && rows <= nativeRows;
  const anchor: Anchor = short ? { row: 0, px: 0 } : place.anchor;

  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setView(element.clientHeight));
    watch.observe(element);
    setView(element.clientHeight);
    return () => watch.disconnect();
  }, []);

  const moveTo = (next: Anchor, sync: boolean): void => {
    const element = area.current;
    if (element === null) return;
    if (sync) {
      element.scrollTop = geometry.toScrollTop(next);
      last.current = element.scrollTop;
    }
    setPlace({ anchor: next, top: element.scrollTop });
  };
  const version = pages.version();
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    if (anchor === "end") element.scrollTop = element.scrollHeight;
    last.current = element.scrollTop;
    if (element.scrollTop !== place.top) setPlace({ anchor, top: element.scrollTop });
  }, [anchor, geometry.height, view, place.top, native, version]);
  const seek = (to: Goal): void => {
    if (to.kind === "end") return moveTo("end", true);
    if (to.kind === "hold") return anchor === "end" ? moveTo(upperEdge(), true) : undefined;
    if (native) {
      setPlace({ anchor: { row: to.row, px: 0 }, top: 0 });
      body.current?.querySelector(`[data-index="${to.row}"]`)?.scrollIntoView({ block: "center" });
      return;
    }
    const row = Math.max(0, to.row - Math.floor(view / rowHeight / 2));
    moveTo(rows - row <= view / rowHeight ? "end" : { row, px: 0 }, true);
  };
  const latest = useRef(seek);
  latest.current = seek;
  useEffect(() => {
    if (goal !== null) latest.current(goal);
  }, [goal]);
  useEffect(() => onEnd(anchor === "end" || short), [anchor, short, onEnd]);

  const heightOf = (row: number): number =>
    wrap
      ? (body.current?.querySelector<HTMLElement>(`[data-index="${row}"]`)?.offsetHeight ?? rowHeight)
      : rowHeight;
  const onScroll = (): void => {
    const element = area.current;
    if (element === null || short) return;
    const { scrollTop } = element;
    const delta = scrollTop - last.current;
    if (delta === 0) return;
    last.current = scrollTop;
    if (native) {
      const below = element.scrollHeight - scrollTop - element.clientHeight;
      setPlace({ anchor: below < 2 ? "end" : { row: 0, px: 0 }, top: scrollTop });
      return;
    }
    const near = Math.abs(delta) < view * 1.5;
    let next = geometry.toAnchor(scrollTop);
    if (near && (wrap || !geometry.exact)) {
      const from = anchor === "end" ? upperEdge() : anchor;
      next = movedBy(from, delta, { rows, heightOf });
      if (next !== "end" && delta > 0 && showsEnd(next)) next = "end";
      clearTimeout(idle.current);
      const settled = next;
      idle.current = setTimeout(() => moveTo(settled, true), idleMs);
    }
    setPlace({ anchor: next, top: scrollTop });
  };
  /** The row at the upper edge while the last one hangs at the lower. */
  const upperEdge = (): { row: number; px: number } => {
    let row = rows;
    let height = 0;
    while (row > 0 && height < view) {
      row -= 1;
      height += heightOf(row);
    }
    return { row, px: Math.max(0, height - view) };
  };
  const showsEnd = (from: { row: number; px: number }): boolean => {
    let height = -from.px;
    for (let row = from.row; row < rows && height <= view; row += 1) height += heightOf(row);
    return height <= view;
  };

  const fits = Math.ceil(view / rowHeight);
  const top = anchor === "end" ? rows : anchor.row;
  const first = native ? 0 : Math.max(0, top - spare - (anchor === "end" ? fits : 0));
  const end = native || anchor === "end" ? rows : Math.min(rows, top + fits + spare);
  useEffect(() => pages.need(first, end), [pages, first, end]);

  const digits = String(rows).length;
  const draw = (from: number, to: number): ReactNode[] => {
    const drawn: ReactNode[] = [];
    for (let row = from; row < to; row += 1) {
      drawn.push(
        <div key={row} data-index={row}>
          <LogRowView
            row={row}
            content={pages.row(row)}
            wrap={wrap}
            times={times}
            marked={marked !== null && row >= marked.from && row <= marked.to}
            digits={digits}
          />
        </div>,
      );
    }
    return drawn;
  };
  const edge = anchor === "end" ? place.top + view : place.top - anchor.px;
  return (
    <div
      ref={area}
      role="log"
      aria-live="off"
      aria-label={label}
      tabIndex={0}
      onScroll={onScroll}
      onClick={(event) => {
        const number = (event.target as HTMLElement).dataset.number;
        if (number !== undefined) onNumber(Number(number), event.shiftKey);
      }}
      className={props.className}
      style={{ overflowAnchor: "none" }}
    >
      <div
        ref={body}
        className="relative min-w-full overflow-y-clip"
        style={{ height: native ? "auto" : geometry.height }}
      >
        {native ? (
          draw(0, rows)
        ) : (
          <>
            <div
              className="absolute top-0 left-0 min-w-full"
              style={{ transform: `translateY(${edge}px) translateY(-100%)` }}
            >
              {draw(first, top)}
            </div>
            <div className="absolute top-0 left-0 min-w-full" style={{ transform: `translateY(${edge}px)` }}>
              {draw(top, end)}
            </div>
          </>
        )}
      </div>
    </div>
  );
}
