import { SeenText } from "../argv/visible-text-view.tsx";

type TextViewProps = { text: string; firstLine: number; label: string };

/** Lines with their numbers; the numbers are no part of what is selected or copied. */
export function TextView({ text, firstLine, label }: TextViewProps) {
  const lines = text.replace(/\n$/, "").split("\n");
  if (text === "") return <p className="p-4 text-sm text-muted-foreground">The file is empty.</p>;
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="overflow-auto py-2 font-mono text-xs leading-5"
    >
      <table className="min-w-full border-collapse">
        <tbody>
          {lines.map((line, at) => (
            <tr key={firstLine + at}>
              <td
                aria-hidden
                data-line={firstLine + at}
                className="w-12 min-w-12 pr-3 pl-2 text-right align-top text-muted-foreground select-none before:content-[attr(data-line)]"
              />
              <td className="pr-4 whitespace-pre">{line === "" ? "\n" : <SeenText text={line} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The first bytes of what is no text, as numbers and as the letters among them. */
export function HexView({ bytes, label }: { bytes: Uint8Array; label: string }) {
  const rows: string[] = [];
  for (let at = 0; at < Math.min(bytes.length, 512); at += 16) {
    const part = [...bytes.subarray(at, at + 16)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const letters = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "."));
    rows.push(`${at.toString(16).padStart(8, "0")}  ${hex.padEnd(47)}  ${letters.join("")}`);
  }
  return (
    <pre
      role="region"
      aria-label={label}
      tabIndex={0}
      className="overflow-auto p-3 font-mono text-xs leading-5"
    >
      {rows.join("\n")}
    </pre>
  );
}
