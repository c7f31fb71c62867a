import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/**
 * The last migration that this program was built with: the directory `prisma/migrations` stands at one of `bases`, in a
 * checkout as in a release. Null where there is none.
 */
export function newestMigration(bases: readonly string[]): string | null {
  const directory = bases
    .map((base) => path.join(/* turbopackIgnore: true */ base, "prisma/migrations"))
    .find((candidate) => existsSync(candidate));
  if (directory === undefined) return null;
  return (
    readdirSync(directory)
      .filter((name) => /^\d{14}_/.test(name))
      .sort()
      .at(-1) ?? null
  );
}
