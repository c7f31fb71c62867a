import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

type Violation = { from: string; rule: { name: string } };
type Report = { summary: { violations: Violation[]; totalCruised: number } };

const root = path.resolve(import.meta.dirname, "../..");

function cruise(directory: string): Report {
  const args = [
    path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
    "--config",
    ".dependency-cruiser.cjs",
    "--output-type",
    "json",
    "apps",
    "packages",
    "test",
  ];
  const text = execFileSync("node", args, { cwd: directory, encoding: "utf8", maxBuffer: 1 << 28 });
  return JSON.parse(text) as Report;
}

/** Each seed breaks exactly one rule: the file named, and what it holds. */
const seeds: { rule: string; file: string; text: string }[] = [
  { rule: "no-unresolvable", file: "packages/core/src/seed-unresolvable.ts", text: 'import "./nowhere.ts";' },
  { rule: "core-is-pure", file: "packages/core/src/seed-pure.ts", text: 'import "node:fs";' },
  { rule: "core-imports-itself", file: "packages/core/src/seed-itself.ts", text: 'import "postgres";' },
  {
    rule: "one-parser-file",
    file: "packages/core/src/policy/seed-parser.ts",
    text: 'import "web-tree-sitter";',
  },
  {
    rule: "one-defaults-file",
    file: "packages/core/src/policy/seed-defaults.ts",
    text: 'import "../../../../jsons/seed.json";',
  },
  {
    rule: "rules-are-leaves",
    file: "packages/core/src/policy/rules/seed-leaf.ts",
    text: 'import "./seed-other.ts";',
  },
  {
    rule: "services-face-down",
    file: "packages/services/src/seed-face.ts",
    text: 'import "../../../apps/worker/src/main.ts";',
  },
  {
    rule: "services-no-process",
    file: "packages/services/src/seed-process.ts",
    text: 'import "node:worker_threads";',
  },
  { rule: "one-prisma-file", file: "packages/services/src/seed-prisma.ts", text: 'import "@prisma/client";' },
  { rule: "one-redis-file", file: "packages/services/src/seed-redis.ts", text: 'import "ioredis";' },
  { rule: "one-queue-folder", file: "packages/services/src/seed-queue.ts", text: 'import "bullmq";' },
  {
    rule: "internal-stays-internal",
    file: "packages/services/src/grant/seed.ts",
    text: 'import "../policy/internal.ts";',
  },
  {
    rule: "apps-are-strangers-web",
    file: "apps/web/src/server/seed.ts",
    text: 'import "../../../worker/src/main.ts";',
  },
  {
    rule: "apps-are-strangers-worker",
    file: "apps/worker/src/seed.ts",
    text: 'import "../../web/src/server/other.ts";',
  },
  { rule: "browser-sees-core-only", file: "apps/web/src/ui/seed.ts", text: 'import "../server/other.ts";' },
  {
    rule: "routes-through-server",
    file: "apps/web/src/app/api/seed/route.ts",
    text: 'import "../../../../../../packages/services/src/db.ts";',
  },
  { rule: "browser-no-node", file: "apps/web/src/features/seed-node.ts", text: 'import "node:path";' },
  { rule: "one-spawn-file", file: "apps/worker/src/process/seed.ts", text: 'import "node:child_process";' },
  {
    rule: "hands-know-no-ledger",
    file: "apps/worker/src/sandbox/seed.ts",
    text: 'import "../../../../packages/services/src/db.ts";',
  },
  {
    rule: "agent-has-no-hands",
    file: "apps/worker/src/agent/seed.ts",
    text: 'import "../process/spawn.ts";',
  },
  {
    rule: "src-not-to-test",
    file: "packages/core/src/seed-test.ts",
    text: 'import "../../../test/helpers/seed.ts";',
  },
  { rule: "tests-share-helpers-only", file: "test/unit/seed.test.ts", text: 'import "./other.test.ts";' },
  {
    rule: "no-deep-package-path",
    file: "apps/worker/src/seed-deep.ts",
    text: 'import "../../../packages/core/src/leaf.ts";',
  },
  { rule: "no-orphans", file: "packages/core/src/seed-orphan.ts", text: "export const orphan = 1;" },
  { rule: "no-circular", file: "packages/core/src/seed-circle-a.ts", text: 'import "./seed-circle-b.ts";' },
];

const supporting: Record<string, string> = {
  "packages/core/src/leaf.ts": "export const leaf = 1;",
  "packages/core/src/seed-circle-b.ts": 'import "./seed-circle-a.ts";',
  "packages/core/src/policy/rules/seed-other.ts": "export const other = 1;",
  "packages/services/src/db.ts": "export const db = 1;",
  "packages/services/src/policy/internal.ts": "export const internal = 1;",
  "apps/worker/src/main.ts": "export const main = 1;",
  "apps/worker/src/process/spawn.ts": "export const spawn = 1;",
  "apps/web/src/server/other.ts": "export const server = 1;",
  "test/helpers/seed.ts": "export const helper = 1;",
  "test/unit/other.test.ts": "export const other = 1;",
  "jsons/seed.json": "[]",
};

describe("import rules", () => {
  let seeded: Report;
  const directory = mkdtempSync(path.join(tmpdir(), "gatehouse-arch-"));

  beforeAll(() => {
    const write = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
      writeFileSync(path.join(directory, file), text);
    };
    for (const [file, text] of Object.entries(supporting)) write(file, text);
    for (const seed of seeds) write(seed.file, seed.text);
    for (const file of [".dependency-cruiser.cjs", "tsconfig.json", "test/tsconfig.json"]) {
      cpSync(path.join(root, file), path.join(directory, file));
    }
    symlinkSync(path.join(root, "node_modules"), path.join(directory, "node_modules"));
    seeded = cruise(directory);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it.each(seeds)("reports $rule for an import that breaks it", ({ rule, file }) => {
    expect(
      seeded.summary.violations.filter((found) => found.from === file).map((found) => found.rule.name),
    ).toContain(rule);
  });

  it("reads the real tree, not an empty one, and finds nothing to forbid", () => {
    const report = cruise(root);
    expect(report.summary.totalCruised).toBeGreaterThan(150);
    expect(report.summary.violations.map((found) => `${found.rule.name} ${found.from}`)).toEqual([]);
  });
});
