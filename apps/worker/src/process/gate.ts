import { isReservedVariable } from "@gatehouse/core/sandbox/environment";
import { closingWord } from "@gatehouse/core/sandbox/gate-script";

/** What opens the gate: a line of lengths, then the bytes themselves, then the closing word. */
export function gatePayload(argv: readonly string[], environment: Readonly<Record<string, string>>): Buffer {
  const assignments = Object.entries(environment)
    .filter(([name]) => !isReservedVariable(name))
    .map(([name, value]) => `${name}=${value}`);
  const parts = [...assignments, ...argv].map((part) => Buffer.from(part, "utf8"));
  if (parts.some((part) => part.includes(0))) throw new Error("an argument holds a NUL byte");
  const lengths = parts.map((part) => part.length).join(" ");
  return Buffer.concat([
    Buffer.from(`${assignments.length} ${lengths}\n`),
    ...parts,
    Buffer.from(closingWord),
  ]);
}
