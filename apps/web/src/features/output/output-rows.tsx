"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useRef } from "react";
import { OutputRow } from "./output-row.tsx";
import type { Goal } from "./use-output-window.ts";
import type { RowIndex } from "./row-index.ts";

const rowHeight = 20;

type OutputRowsProps = {
  index: RowIndex;
  /** the rows [base, base + count) of the index are in the scroll area */
  base: number;
  count: number;
  version: number;
  wrap: boolean;
  goal: Goal | null;
  /** the row that the search stands on */
  found: number | undefined;
  follow: boolean;
  onFollow: (follow: boolean) => void;
  scroller: RefObject<HTMLDivElement | null>;
  label: string;
  className: string;
};

export function OutputRows(props: OutputRowsProps) {
  const { index, base, count, version, wrap, follow, onFollow, scroller, label, goal, found } = props;
  const lastTop = useRef(0);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 24,
  });

  useEffect(() => virtual.measure(), [virtual, wrap, base]);

  useEffect(() => {
    if (!follow || count === 0) return;
    const frame = requestAnimationFrame(() => {
      const area = scroller.current;
      if (area) area.scrollTop = area.scrollHeight;
    });
    return () => cancelAnimationFrame(frame);
  }, [follow, count, version, wrap, scroller]);

  useEffect(() => {
    if (goal) virtual.scrollToIndex(goal.row - base, { align: "center" });
  }, [goal, base, virtual]);

  const onScroll = () => {
    const area = scroller.current;
    if (!area) return;
    const atEnd = area.scrollTop + area.clientHeight >= area.scrollHeight - rowHeight;
    const wentUp = area.scrollTop < lastTop.current - 1;
    lastTop.current = area.scrollTop;
    if (wentUp && !atEnd) onFollow(false);
  };

  const digits = String(base + count).length;
  return (
    <div
      ref={scroller}
      role="log"
      aria-live="off"
      aria-label={label}
      tabIndex={0}
      onScroll={onScroll}
      className={props.className}
    >
      <div className="relative min-w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = base + item.index;
          return (
            <div
              key={item.key}
              data-index={item.index}
              ref={wrap ? virtual.measureElement : undefined}
              className="absolute top-0 left-0 min-w-full"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <OutputRow
                index={index}
                row={row}
                size={index.size[row] ?? 0}
                start={index.start[row] ?? 0}
                wrap={wrap}
                found={row === found}
                digits={digits}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
