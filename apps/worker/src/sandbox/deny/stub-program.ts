/**
 * A whole ELF program of a few hundred bytes that says why it does not do what its name promises, and exits 126.
 * Made of bytes and not of a script: it must run where the shell itself is denied.
 */
export const deniedText =
  "denied by policy: this program is on the denied_command list and no approval changes that\n";

const base = 0x400000;
const headerBytes = 64 + 56;
const machine = { x64: 62, arm64: 183 } as const;

export function stubProgram(architecture: keyof typeof machine): Buffer {
  const text = Buffer.from(deniedText);
  const code = architecture === "x64" ? codeX64(text.length) : codeArm64(text.length);
  const size = headerBytes + code.length + text.length;
  const header = Buffer.alloc(headerBytes);
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]);
  header.writeUInt16LE(2, 16); // an executable
  header.writeUInt16LE(machine[architecture], 18);
  header.writeUInt32LE(1, 20);
  header.writeBigUInt64LE(BigInt(base + headerBytes), 24); // entry
  header.writeBigUInt64LE(64n, 32); // program header follows
  header.writeUInt16LE(64, 52);
  header.writeUInt16LE(56, 54);
  header.writeUInt16LE(1, 56);
  header.writeUInt32LE(1, 64); // load this file …
  header.writeUInt32LE(5, 68); // … readable and executable
  header.writeBigUInt64LE(BigInt(base), 80);
  header.writeBigUInt64LE(BigInt(base), 88);
  header.writeBigUInt64LE(BigInt(size), 96);
  header.writeBigUInt64LE(BigInt(size), 104);
  header.writeBigUInt64LE(0x10000n, 112);
  return Buffer.concat([header, code, text]);
}

/** write(2, text, length); exit_group(126); the text stands behind the code */
function codeX64(length: number): Buffer {
  const code = Buffer.from([
    ...[0xb8, 1, 0, 0, 0], // mov eax, write
    ...[0xbf, 2, 0, 0, 0], // mov edi, 2
    ...[0x48, 0x8d, 0x35, 0, 0, 0, 0], // lea rsi, [rip + text]
    ...[0xba, 0, 0, 0, 0], // mov edx, length
    ...[0x0f, 0x05],
    ...[0xb8, 231, 0, 0, 0], // mov eax, exit_group
    ...[0xbf, 126, 0, 0, 0], // mov edi, 126
    ...[0x0f, 0x05],
  ]);
  const afterLea = 17;
  code.writeInt32LE(code.length - afterLea, 13);
  code.writeUInt32LE(length, 18);
  return code;
}

function codeArm64(length: number): Buffer {
  const move = (register: number, value: number): number => 0xd2800000 | (value << 5) | register; // movz
  const words = [
    move(8, 64), // write
    move(0, 2),
    0x10000001 | ((6 * 4) << 3), // adr x1, text: six words on
    move(2, length),
    0xd4000001, // svc 0
    move(8, 94), // exit_group
    move(0, 126),
    0xd4000001,
  ];
  const code = Buffer.alloc(words.length * 4);
  words.forEach((word, at) => {
    code.writeUInt32LE(word >>> 0, at * 4);
  });
  return code;
}
