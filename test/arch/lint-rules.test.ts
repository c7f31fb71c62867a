import path from "node:path";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** The real configuration, with the rules that need the type checker off: a snippet is no file of a project. */
const eslint = new ESLint({
  cwd: root,
  overrideConfig: {
    files: ["**/*.ts", "**/*.tsx"],
    languageOptions: { parserOptions: { projectService: false } },
    rules: {
      "@typescript-eslint/no-floating-promises": "off",
      "@typescript-eslint/no-misused-promises": "off",
      "@typescript-eslint/switch-exhaustiveness-check": "off",
      "@typescript-eslint/no-unused-vars": "off",
    },
  },
});

async function errors(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: path.join(root, file) });
  return (result?.messages ?? [])
    .filter((message) => message.severity === 2)
    .map((message) => message.message);
}

const banned: [title: string, file: string, text: string, message: RegExp][] = [
  ["process.env outside env.ts", "apps/worker/src/x.ts", "export const a = process.env.A;", /env\.ts only/],
  [
    "process.env in a web feature",
    "apps/web/src/features/x.ts",
    "export const a = process.env.A;",
    /env\.ts only/,
  ],
  ["process.env in core", "packages/core/src/x.ts", "export const a = process.env.A;", /env\.ts only/],
  ["a clock in core", "packages/core/src/x.ts", "export const a = Date.now();", /no clock/],
  ["a new Date() in core", "packages/core/src/x.ts", "export const a = new Date();", /no clock/],
  ["randomness in core", "packages/core/src/x.ts", "export const a = Math.random();", /no randomness/],
  ["any", "packages/services/src/x.ts", "export const a: any = 1;", /Unexpected any/],
  ["an enum", "packages/core/src/x.ts", "export enum A { B }", /union of string literals/],
  [
    "a non-null assertion",
    "apps/worker/src/x.ts",
    "export const f = (a?: string) => a!.length;",
    /Prove it is there/,
  ],
  ["an unnamed catch", "apps/worker/src/x.ts", "try { f(); } catch { g(); }", /Name the caught reason/],
  ["an empty catch", "apps/worker/src/x.ts", "try { f(); } catch (reason) {}", /handled/],
  ...[
    'import { writeFileSync } from "node:fs";\nwriteFileSync("a", "b");',
    'import { rmSync as f } from "node:fs";\nf("a");',
    'import * as fs from "node:fs";\nfs.writeFileSync("a", "b");',
    'import fs from "node:fs";\nfs.writeFileSync("a", "b");',
    'import { promises } from "node:fs";\nvoid promises.writeFile("a", "b");',
    'import { writeFile } from "node:fs/promises";\nvoid writeFile("a", "b");',
    'import { writeFileSync } from "fs";\nwriteFileSync("a", "b");',
  ].flatMap((text, at): [string, string, string, RegExp][] => [
    [`a write past the file guard in a tool (${at})`, "apps/worker/src/tools/x.ts", text, /guard\.ts only/],
    [
      `a write past the file guard in an execution (${at})`,
      "apps/worker/src/execution/x.ts",
      text,
      /guard\.ts only/,
    ],
  ]),
  ["a default export", "packages/services/src/x.ts", "export default 1;", /Named exports/],
  [
    "five parameters",
    "packages/core/src/x.ts",
    "export const f = (a, b, c, d, e) => a;",
    /too many parameters/,
  ],
  ["a file over 300 lines", "packages/core/src/x.ts", "export const a = 1;\n".repeat(301), /too many lines/],
  ["a silenced compiler", "packages/core/src/x.ts", "// @ts-ignore\nexport const a = 1;", /ts-/],
  [
    "a transaction without its audit event",
    "packages/services/src/x.ts",
    "export const f = () => withTransaction(db, async (tx) => { await tx.grant.update({}); });",
    /appends its audit event/,
  ],
];

describe("house lint", () => {
  it.each(banned)("refuses %s", async (_title, file, text, message) => {
    expect((await errors(file, text)).join("\n")).toMatch(message);
  });

  it("lets env.ts read the environment, a page export a default and a transaction that is audited pass", async () => {
    expect(await errors("apps/worker/src/env.ts", "export const a = process.env.A;")).toEqual([]);
    expect(
      await errors("apps/web/src/app/page.tsx", "export default function Page() { return null; }"),
    ).toEqual([]);
    const audited =
      "export const f = () => withTransaction(db, async (tx) => { await appendAudit(tx, e); });";
    expect(await errors("packages/services/src/x.ts", audited)).toEqual([]);
  });
});
