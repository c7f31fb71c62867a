import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PathGrant } from "@gatehouse/core/grant/grant";
import { asId } from "@gatehouse/core/ids";
import { lexicalFacts } from "@gatehouse/core/path/facts";
import { decide } from "@gatehouse/core/policy/decide";
import { effectivePolicy } from "@gatehouse/core/policy/defaults";
import type { Reason } from "@gatehouse/core/policy/decision";
import { readPolicy } from "@gatehouse/core/policy/policy";
import { loadShellParser } from "@gatehouse/core/shell/parse";
import { runCommandInput } from "@gatehouse/core/tool-call/tool-call";
import type { SandboxOptions } from "./sandbox-options.ts";

/**
 * The text checks of a worker for a command tried by hand: what the guard refuses, in its own words; null lets the
 * call through. Nobody is asked: what would wait for a person is refused, but a `--write-path` is its own consent.
 */
export async function guardRefusal(options: SandboxOptions, root: string): Promise<string | null> {
  const policy = readPolicy({ denied_command: options.deny });
  if (!policy.ok) return policy.problems.map(({ message }) => message).join("; ");
  const input = runCommandInput.safeParse({
    argv: options.argv,
    network: options.network,
    ...(options.writePaths.length > 0 ? { write_paths: options.writePaths } : {}),
  });
  if (!input.success) return input.error.message;
  const wasm = (name: string, file: string): Uint8Array => readFileSync(findWasm(root, name, file));
  const decision = decide({
    call: { tool: "run_command", input: input.data },
    mode: "auto",
    policy: effectivePolicy(policy.document),
    grants: options.writePaths.map(writeGrant),
    facts: lexicalFacts,
    shell: await loadShellParser({
      runtimeWasm: wasm("web-tree-sitter", "web-tree-sitter.wasm"),
      bashWasm: wasm("tree-sitter-bash", "tree-sitter-bash.wasm"),
      now: () => performance.now(),
    }),
    nowMs: Date.now(),
  });
  if (decision.verdict === "allow" && decision.effect === "run") return null;
  const cause = decision.reasons.find(({ verdict }) => verdict === decision.verdict);
  if (decision.verdict === "deny") return worded("refused", cause);
  if (decision.verdict === "ask") return worded(`needs a person's ${decision.strength ?? "confirm"}`, cause);
  return "rm moves its targets to the trash, which needs the running product";
}

function worded(what: string, cause: Reason | undefined): string {
  const place = cause?.place === undefined ? "" : ` (line ${cause.place.line}, column ${cause.place.column})`;
  const sentence = `${what}: ${cause?.sentence ?? "no reason was given"}${place}`;
  return cause?.hint === undefined ? sentence : `${sentence}; ${cause.hint}`;
}

function writeGrant(path: string): PathGrant {
  return { id: asId(path), kind: "path", path, access: "write", recursive: true, expiresAtMs: null };
}

/** Beside a built bundle, else in the packages that bring them. */
function findWasm(root: string, packageName: string, file: string): string {
  const beside = join(dirname(fileURLToPath(import.meta.url)), file);
  if (existsSync(beside)) return beside;
  const resolver = createRequire(join(root, "packages/core/package.json"));
  return resolver.resolve(`${packageName}/${file}`);
}
