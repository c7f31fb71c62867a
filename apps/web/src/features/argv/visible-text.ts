/** A text cut into what can be shown as it is and what would be invisible or could reorder its surroundings. */
export type VisiblePart =
  | { kind: "text"; text: string }
  | { kind: "space"; text: string }
  | { kind: "newline" }
  | { kind: "token"; label: string; title: string };

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/u;

const names: Record<number, [label: string, name: string]> = {
  0x00: ["NUL", "null byte"],
  0x07: ["BEL", "bell"],
  0x08: ["BS", "backspace"],
  0x09: ["TAB", "tab"],
  0x0b: ["VT", "vertical tab"],
  0x0c: ["FF", "form feed"],
  0x0d: ["CR", "carriage return"],
  0x1b: ["ESC", "escape"],
  0x7f: ["DEL", "delete"],
  0x85: ["NEL", "next line"],
  0xa0: ["NBSP", "no-break space"],
  0xad: ["SHY", "soft hyphen"],
  0x61c: ["ALM", "Arabic letter mark"],
  0x200b: ["ZWSP", "zero-width space"],
  0x200c: ["ZWNJ", "zero-width non-joiner"],
  0x200d: ["ZWJ", "zero-width joiner"],
  0x200e: ["LRM", "left-to-right mark"],
  0x200f: ["RLM", "right-to-left mark"],
  0x2028: ["LSEP", "line separator"],
  0x2029: ["PSEP", "paragraph separator"],
  0x202a: ["LRE", "left-to-right embedding"],
  0x202b: ["RLE", "right-to-left embedding"],
  0x202c: ["PDF", "pop directional formatting"],
  0x202d: ["LRO", "left-to-right override"],
  0x202e: ["RLO", "right-to-left override"],
  0x2060: ["WJ", "word joiner"],
  0x2066: ["LRI", "left-to-right isolate"],
  0x2067: ["RLI", "right-to-left isolate"],
  0x2068: ["FSI", "first strong isolate"],
  0x2069: ["PDI", "pop directional isolate"],
  0xfeff: ["BOM", "byte-order mark"],
};

function byteToken(byte: number): VisiblePart {
  const known = names[byte];
  if (byte < 0x80 && known) return { kind: "token", label: known[0], title: `${known[1]} byte` };
  const hex = byte.toString(16).toUpperCase().padStart(2, "0");
  return { kind: "token", label: `\\x${hex}`, title: `byte 0x${hex}, not valid UTF-8` };
}

function token(character: string): VisiblePart {
  const code = character.codePointAt(0) ?? 0;
  // A byte that cannot stand as text travels as the lone surrogate U+DC00 + byte.
  if (code > 0xdc00 && code <= 0xdcff) return byteToken(code - 0xdc00);
  const point = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const known = names[code];
  return known
    ? { kind: "token", label: known[0], title: `${known[1]}, ${point}` }
    : { kind: "token", label: point, title: `invisible or control character ${point}` };
}

type Options = {
  /** leave spaces, tabs and line ends in the text, as what is laid out by them needs */
  keepBlanks?: boolean;
};

/** Repeated tokens become one with a count, so that a megabyte of NUL is one token and not a million. */
export function visibleParts(text: string, options: Options = {}): VisiblePart[] {
  const parts: VisiblePart[] = [];
  const keepBlanks = options.keepBlanks === true;
  let repeated = 1;
  let plain = "";
  const flush = () => {
    if (plain !== "") parts.push({ kind: "text", text: plain });
    plain = "";
  };
  for (const character of text) {
    const blank = character === " " || character === "\t" || character === "\n";
    if (!hidden.test(character) || (blank && keepBlanks)) {
      plain += character;
      continue;
    }
    flush();
    const last = parts.at(-1);
    if (character === "\n") parts.push({ kind: "newline" });
    else if (character !== " ") {
      const next = token(character);
      const again = last?.kind === "token" && next.kind === "token" && last.title === next.title;
      if (again) last.label = `${next.label}×${(repeated += 1)}`;
      else {
        repeated = 1;
        parts.push(next);
      }
    } else if (last?.kind === "space") last.text += " ";
    else parts.push({ kind: "space", text: " " });
  }
  flush();
  return parts;
}

/** True when the text holds something that a reader would not see without help (spaces, tabs and line ends apart). */
export function hasHidden(text: string): boolean {
  for (const character of text) {
    if (character !== " " && character !== "\n" && character !== "\t" && hidden.test(character)) return true;
  }
  return false;
}
