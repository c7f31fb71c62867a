import { plainText } from "@gatehouse/core/output/clean-text";
import { decodeUtf8 } from "@gatehouse/core/output/decode-utf8";
import { openRows, type ScannedRow, scanRows, startScan } from "@gatehouse/core/output/scan-rows";

/** Turns an output into plain text a piece at a time: no colours, progress lines as they ended, each row when it is complete. */
export function createCleaner() {
  const scan = startScan();
  let begun = false;
  const lineOf = (row: ScannedRow): string => {
    const text = plainText(decodeUtf8(row.bytes)).replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "\ufffd");
    const line = `${begun && !row.continued ? "\n" : ""}${text}`;
    begun = true;
    return line;
  };
  return {
    take(stream: 0 | 1, bytes: Uint8Array): Buffer {
      const lines: string[] = [];
      scanRows(scan, stream, bytes, { onRow: (row) => lines.push(lineOf(row)) });
      return Buffer.from(lines.join(""));
    },
    end(): Buffer {
      const rest = openRows(scan).map(lineOf).join("");
      return Buffer.from(begun ? `${rest}\n` : rest);
    },
  };
}
