import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { loadShellParser, type ShellParser } from "@gatehouse/core/shell/parse";

let loaded: Promise<ShellParser> | null = null;

/**
 * The shell parser of this process, loaded once. The two wasm files come from the installed packages, or from
 * `directory`, where a bundle keeps copies of them under their own names.
 */
export function loadShell(directory?: string): Promise<ShellParser> {
  loaded ??= load(directory);
  return loaded;
}

async function load(directory: string | undefined): Promise<ShellParser> {
  return loadShellParser({ ...(await shellWasm(directory)), now: () => performance.now() });
}

/** The parser's two files, for a thread that has a parser of its own. */
export async function shellWasm(
  directory?: string,
): Promise<{ runtimeWasm: Uint8Array; bashWasm: Uint8Array }> {
  const [runtimeWasm, bashWasm] = await Promise.all([
    readFile(/* turbopackIgnore: true */ locate("web-tree-sitter/web-tree-sitter.wasm", directory)),
    readFile(/* turbopackIgnore: true */ locate("tree-sitter-bash/tree-sitter-bash.wasm", directory)),
  ]);
  return { runtimeWasm, bashWasm };
}

function locate(file: string, directory: string | undefined): string {
  if (directory !== undefined) return path.join(directory, path.basename(file));
  // Resolved from where the process runs, so that a bundle in any folder of the checkout finds its packages.
  const bases = [import.meta.url, path.join(process.cwd(), "package.json")];
  for (const base of bases) {
    try {
      return createRequire(base).resolve(file);
    } catch (cause) {
      if (base === bases.at(-1)) throw new Error(`cannot find ${file}`, { cause });
    }
  }
  throw new Error(`cannot find ${file}`);
}
