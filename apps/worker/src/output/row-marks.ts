import { markEveryBytes, markOf, type RowMark } from "@gatehouse/core/output/row-mark";
import { scanRows, startScan } from "@gatehouse/core/output/scan-rows";

/** Cuts an output into rows as it comes and says, every so many bytes, where a row begins. */
export type RowMarks = {
  feed: (which: 0 | 1, bytes: Uint8Array) => void;
  /** the row that the stream's last byte belongs to, or the next one where that ended a row */
  rowOf: (which: 0 | 1) => number;
  /** those made since the last time */
  take: () => RowMark[];
};

export function createRowMarks(): RowMarks {
  const scan = startScan();
  let offset = 0;
  let markedAt = 0;
  let made: RowMark[] = [];
  const onOpen = (at: number): void => {
    if (offset + at - markedAt < markEveryBytes) return;
    markedAt = offset + at;
    made.push(markOf(scan, markedAt));
  };
  return {
    feed(which, bytes) {
      scanRows(scan, which, bytes, { onOpen });
      offset += bytes.length;
    },
    rowOf: (which) => {
      const { row } = scan.streams[which];
      return row === -1 ? scan.rows : row;
    },
    take() {
      const taken = made;
      made = [];
      return taken;
    },
  };
}
