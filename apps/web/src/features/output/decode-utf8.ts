const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

function tryDecode(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch (invalid) {
    if (invalid instanceof TypeError) return null;
    throw invalid;
  }
}

/** Decodes UTF-8; each byte that is not part of a valid sequence becomes the lone surrogate U+DC00 + byte. */
export function decodeUtf8(bytes: Uint8Array): string {
  const whole = tryDecode(bytes);
  if (whole !== null) return whole;
  let text = "";
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      text += String.fromCharCode(lead);
      at += 1;
      continue;
    }
    const length = sequenceLength(lead);
    const one = length > 0 && at + length <= bytes.length ? tryDecode(bytes.subarray(at, at + length)) : null;
    text += one ?? String.fromCharCode(0xdc00 + lead);
    at += one === null ? 1 : length;
  }
  return text;
}
