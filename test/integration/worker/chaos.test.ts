import { spawn } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");

type Result = { calls: number; ran: number; faults: Record<string, number>; violations: string[] };

it("keeps its promises while parts are killed, stopped, cut off, filled and put into another time", async () => {
  const args = [
    path.join(root, "bin/chaos.mjs"),
    "--seconds",
    "12",
    "--seed",
    "5",
    "--clients",
    "6",
    "--json",
  ];
  const { VITEST: _of, ...env } = process.env;
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let said = "";
  child.stdout.on("data", (part: Buffer) => (out += part.toString()));
  child.stderr.on("data", (part: Buffer) => (said += part.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (!out.startsWith("{")) throw new Error(said.slice(-4_000));
  const result = JSON.parse(out) as Result;
  expect(result.violations, said).toEqual([]);
  expect(code).toBe(0);
  expect(result.ran).toBeGreaterThan(0);
  expect(Object.values(result.faults).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1);
}, 240_000);
