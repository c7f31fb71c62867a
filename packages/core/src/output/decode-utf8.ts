/** Code units go into the text this many at a time. */
const batch = 4096;

/** Decodes UTF-8; each byte that is not part of a valid sequence becomes the lone surrogate U+DC00 + byte. */
export function decodeUtf8(bytes: Uint8Array): string {
  let text = "";
  let units: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : sequenceLength(bytes, at, lead);
    if (length === 0) units.push(0xdc00 + lead);
    else if (length === 4) {
      const point = pointOf(bytes, at, length) - 0x10000;
      units.push(0xd800 + (point >> 10), 0xdc00 + (point & 0x3ff));
    } else units.push(length === 1 ? lead : pointOf(bytes, at, length));
    at += Math.max(1, length);
    if (units.length >= batch) {
      text += String.fromCharCode(...units);
      units = [];
    }
  }
  return text + String.fromCharCode(...units);
}

/** Length of the valid sequence that begins here; 0 where there is none. Overlong forms and surrogates are not valid. */
function sequenceLength(bytes: Uint8Array, at: number, lead: number): number {
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || at + length > bytes.length) return 0;
  for (let next = 1; next < length; next += 1) {
    if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  if (length === 2) return 2;
  const point = pointOf(bytes, at, length);
  if (length === 3) return point >= 0x800 && (point < 0xd800 || point > 0xdfff) ? 3 : 0;
  return point >= 0x10000 && point <= 0x10ffff ? 4 : 0;
}

function pointOf(bytes: Uint8Array, at: number, length: number): number {
  let point = (bytes[at] ?? 0) & (0xff >> (length + 1));
  for (let next = 1; next < length; next += 1) point = (point << 6) | ((bytes[at + next] ?? 0) & 0x3f);
  return point;
}
