/** SHA-256 in plain arithmetic, for digests that core itself must carry; everything else hashes with the platform's. */
const primes: number[] = [];
for (let candidate = 2; primes.length < 64; candidate += 1) {
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
}
const fraction = (value: number): number => ((value - Math.floor(value)) * 0x1_0000_0000) | 0;
const roundConstants = primes.map((prime) => fraction(Math.cbrt(prime)));
const initialState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotate = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

/** Lower-case hex digest of a text's UTF-8 bytes. */
export function sha256Hex(text: string): string {
  const bytes = utf8(text);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = Int32Array.from(initialState);
  const words = new Int32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) block(state, words, view, offset);
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function block(state: Int32Array, words: Int32Array, view: DataView, offset: number): void {
  const word = (index: number): number => words[index] ?? 0;
  for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(offset + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const a = word(index - 15);
    const b = word(index - 2);
    const small0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const small1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words[index] = (word(index - 16) + small0 + word(index - 7) + small1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + big1 + ((e & f) ^ (~e & g)) + (roundConstants[index] ?? 0) + word(index)) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => {
    state[index] = ((state[index] ?? 0) + value) | 0;
  });
}

function utf8(text: string): Uint8Array {
  const out: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) out.push(code);
    else if (code < 0x800) out.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) out.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else
      out.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      );
  }
  return Uint8Array.from(out);
}
