/**
 * A very small assembler for classic BPF as seccomp reads it: loads of the syscall's number and arguments,
 * comparisons, and returns. Comparisons look at the low 32 bits of an argument: the kernel reads no more of those
 * that are checked here, and comparing all 64 lets a set high bit slip by.
 */
export type Return = { kind: "allow" } | { kind: "kill" } | { kind: "errno"; errno: number };

export type Instruction =
  | { op: "load"; offset: number }
  | { op: "equal" | "greater_or_equal" | "any_bit"; value: number; then: number; otherwise: number }
  | { op: "return"; value: Return };

const instructionBytes = 8;
const opcodes = { load: 0x20, equal: 0x15, greater_or_equal: 0x35, any_bit: 0x45, return: 0x06 } as const;

export const load = {
  number: { op: "load", offset: 0 },
  architecture: { op: "load", offset: 4 },
  argument: (index: number): Instruction => ({ op: "load", offset: 16 + 8 * index }),
} as const;

export function give(value: Return): Instruction {
  return { op: "return", value };
}

/** `when` holds: go on with the next instruction; else skip `block`, which always ends in a return. */
export function ifEqual(value: number, block: readonly Instruction[]): Instruction[] {
  return [{ op: "equal", value, then: 0, otherwise: block.length }, ...block];
}

export function ifAtLeast(value: number, block: readonly Instruction[]): Instruction[] {
  return [{ op: "greater_or_equal", value, then: 0, otherwise: block.length }, ...block];
}

export function ifAnyBit(value: number, block: readonly Instruction[]): Instruction[] {
  return [{ op: "any_bit", value, then: 0, otherwise: block.length }, ...block];
}

/** One of the values holds: go on with `block`, which ends in a return; else skip it. */
export function ifOneOf(values: readonly number[], block: readonly Instruction[]): Instruction[] {
  return values
    .map((value, at): Instruction => {
      const last = at === values.length - 1;
      return { op: "equal", value, then: values.length - 1 - at, otherwise: last ? block.length : 0 };
    })
    .concat(block);
}

export function encode(program: readonly Instruction[]): Buffer {
  if (program.length > 4096) throw new RangeError("a filter holds at most 4096 instructions");
  const bytes = Buffer.alloc(program.length * instructionBytes);
  program.forEach((instruction, at) => {
    const base = at * instructionBytes;
    bytes.writeUInt16LE(opcodes[instruction.op], base);
    if (instruction.op === "load") bytes.writeUInt32LE(instruction.offset, base + 4);
    else if (instruction.op === "return") bytes.writeUInt32LE(returnValue(instruction.value), base + 4);
    else {
      bytes.writeUInt8(jump(instruction.then, at, program.length), base + 2);
      bytes.writeUInt8(jump(instruction.otherwise, at, program.length), base + 3);
      bytes.writeUInt32LE(instruction.value >>> 0, base + 4);
    }
  });
  return bytes;
}

function jump(distance: number, at: number, length: number): number {
  if (distance > 255 || at + 1 + distance >= length) throw new RangeError(`jump of ${distance} at ${at}`);
  return distance;
}

function returnValue(value: Return): number {
  if (value.kind === "allow") return 0x7fff0000;
  return value.kind === "kill" ? 0x80000000 : 0x00050000 | value.errno;
}
