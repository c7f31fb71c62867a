import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const manifest = (name: string) =>
  JSON.parse(readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8")) as Record<
    string,
    string
  >;

describe("the schema engine", () => {
  it("is of the very commit that the installed client was built with", () => {
    const versions = readFileSync(
      path.join(root, "node_modules/@prisma/engines-version/package.json"),
      "utf8",
    );
    const { enginesVersion } = (JSON.parse(versions) as { prisma: { enginesVersion: string } }).prisma;
    expect(enginesVersion).toMatch(/^[0-9a-f]{40}$/);
    expect(manifest("@prisma/schema-engine-wasm").version).toContain(enginesVersion);
  });

  it("comes with the same release as the client and its adapter", () => {
    const release = manifest("prisma").version;
    for (const name of ["@prisma/client", "@prisma/adapter-pg", "@prisma/driver-adapter-utils"]) {
      expect(manifest(name).version).toBe(release);
    }
  });
});
