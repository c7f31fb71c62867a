import { describe, expect, it } from "vitest";
import { encode, give, ifOneOf, load } from "../../../../apps/worker/src/sandbox/seccomp/assemble.ts";
import { filterProgram, seccompFilter } from "../../../../apps/worker/src/sandbox/seccomp/filter.ts";
import {
  type Architecture,
  auditArchitecture,
  syscalls,
} from "../../../../apps/worker/src/sandbox/seccomp/syscalls.ts";

/** A seccomp_data and the interpreter the kernel would run it through: what the bytes mean, not what we meant. */
function answer(filter: Buffer, call: { arch: number; number: number; args?: number[] }): string {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number >>> 0, 0);
  data.writeUInt32LE(call.arch >>> 0, 4);
  call.args?.forEach((value, at) => {
    data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + 8 * at);
  });
  let accumulator = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const base = at * 8;
    const opcode = filter.readUInt16LE(base);
    const value = filter.readUInt32LE(base + 4);
    const jump = (holds: boolean): number => filter.readUInt8(base + (holds ? 2 : 3));
    if (opcode === 0x20) accumulator = data.readUInt32LE(value);
    else if (opcode === 0x15) at += jump(accumulator === value);
    else if (opcode === 0x35) at += jump(accumulator >= value);
    else if (opcode === 0x45) at += jump((accumulator & value) !== 0);
    else if (opcode === 0x06) {
      if (value === 0x7fff0000) return "allow";
      return value === 0x80000000 ? "kill" : `errno ${value & 0xffff}`;
    } else throw new Error(`opcode ${opcode}`);
  }
  throw new Error("ran past the end");
}

const architectures: Architecture[] = ["x64", "arm64"];

describe.each(architectures)("the filter on %s", (architecture) => {
  const filter = seccompFilter(architecture, { strict: false });
  const arch = auditArchitecture[architecture];
  const number = (name: string): number => {
    const found = syscalls[architecture][name];
    if (found === undefined) throw new Error(`${architecture} has no ${name}`);
    return found;
  };
  const ask = (name: string, ...args: number[]): string =>
    answer(filter, { arch, number: number(name), args });

  it("kills calls of another architecture", () => {
    expect(answer(filter, { arch: 0x40000003, number: 20 })).toBe("kill");
  });

  it("knows no call that is newer than itself, nor those of x32", () => {
    expect(answer(filter, { arch, number: 467 })).toBe("errno 38");
    expect(answer(filter, { arch, number: 0x40000000 + 41 })).toBe("errno 38");
    expect(answer(filter, { arch, number: 466 })).toBe("allow");
  });

  it.each([
    "mount",
    "ptrace",
    "bpf",
    "keyctl",
    "io_uring_setup",
    "setns",
    "userfaultfd",
    "pivot_root",
    "kcmp",
  ])("does not permit %s", (name) => expect(ask(name)).toBe("errno 1"));

  it("lets processes and threads be made, but no namespace", () => {
    expect(ask("clone", 0x003d0f00)).toBe("allow");
    expect(ask("clone", 17)).toBe("allow");
    for (const flag of [0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(ask("clone", flag | 17)).toBe("errno 1");
      expect(ask("unshare", flag)).toBe("errno 1");
    }
    expect(ask("unshare", 0x80)).toBe("errno 1");
    expect(ask("unshare", 0x400)).toBe("allow");
    expect(ask("clone3")).toBe("errno 38");
  });

  it("looks at the low half of an argument, whatever stands in the high half", () => {
    expect(ask("ioctl", 0, 0x5412)).toBe("errno 1");
    expect(ask("ioctl", 0, 0x1_0000_5412)).toBe("errno 1");
    expect(ask("ioctl", 0, 0x541c)).toBe("errno 1");
    expect(ask("ioctl", 0, 0x5401)).toBe("allow");
  });

  it("opens ordinary sockets alone", () => {
    for (const family of [1, 2, 10]) expect(ask("socket", family, 1, 0)).toBe("allow");
    expect(ask("socket", 16, 3, 0)).toBe("allow");
    expect(ask("socket", 16, 3, 6)).toBe("errno 97");
    for (const family of [17, 38, 40, 44]) expect(ask("socket", family, 1, 0)).toBe("errno 97");
    expect(ask("socketpair", 1, 1, 0)).toBe("allow");
    expect(ask("socketpair", 40, 1, 0)).toBe("errno 97");
  });

  it("sets no set-id bit, and does not take leftovers in a register for a mode", () => {
    expect(ask("fchmod", 3, 0o4755)).toBe("errno 1");
    expect(ask("fchmodat", -100, 0, 0o2755)).toBe("errno 1");
    expect(ask("fchmodat", -100, 0, 0o1777)).toBe("allow");
    expect(ask("openat", -100, 0, 0o102, 0o4755)).toBe("errno 1");
    expect(ask("openat", -100, 0, 0o20200002, 0o4755)).toBe("errno 1");
    expect(ask("openat", -100, 0, 0o102, 0o644)).toBe("allow");
    expect(ask("openat", -100, 0, 0o200000, 0o6000)).toBe("allow");
  });

  it("keeps personality to what programs ask for", () => {
    for (const wanted of [0, 8, 0x40000, 0xffffffff]) expect(ask("personality", wanted)).toBe("allow");
    expect(ask("personality", 0x0400000)).toBe("errno 1");
  });

  it("hides memfd in strict mode only", () => {
    expect(ask("memfd_create")).toBe("allow");
    const strict = seccompFilter(architecture, { strict: true });
    expect(answer(strict, { arch, number: number("memfd_create") })).toBe("errno 38");
  });

  it("ends every path in an answer", () => {
    const program = filterProgram(architecture, { strict: true });
    for (let call = 0; call < 480; call += 1) {
      expect(answer(encode(program), { arch, number: call })).toMatch(/allow|errno/);
    }
  });
});

describe("the assembler", () => {
  it("refuses a jump that does not fit its byte", () => {
    const far = Array.from({ length: 300 }, () => give({ kind: "allow" }));
    expect(() => encode([load.number, ...ifOneOf([1], far), give({ kind: "kill" })])).toThrow(RangeError);
  });

  it("refuses a jump past the end", () => {
    expect(() => encode([{ op: "equal", value: 1, then: 3, otherwise: 0 }, give({ kind: "allow" })])).toThrow(
      RangeError,
    );
  });
});
