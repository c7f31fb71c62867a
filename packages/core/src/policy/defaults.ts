import argumentRole from "../../../../jsons/argument_role.json";
import dangerousPattern from "../../../../jsons/dangerous_pattern.json";
import deniedCommand from "../../../../jsons/denied_command.json";
import deniedPath from "../../../../jsons/denied_path.json";
import environment from "../../../../jsons/environment.json";
import excludeList from "../../../../jsons/exclude_list.json";
import programOption from "../../../../jsons/program_option.json";
import readOnlyCommand from "../../../../jsons/read_only_command.json";
import readablePath from "../../../../jsons/readable_path.json";
import sensitivePath from "../../../../jsons/sensitive_path.json";
import shell from "../../../../jsons/shell.json";
import shellBuiltin from "../../../../jsons/shell_builtin.json";
import wrapper from "../../../../jsons/wrapper.json";
import writablePath from "../../../../jsons/writable_path.json";
import { canonicalJson } from "../canonical.ts";
import { sha256Hex } from "../sha256.ts";
import type { ReadOnlyEntry, Tables } from "../shell/tables.ts";
import { type WrittenWrapper, wrapperTable } from "../shell/wrapper-table.ts";
import { type PolicyDocument, type SensitivePath, policySchema } from "./policy.ts";

/** The one file that reads `jsons/`. An org's entries are added to what ships and never take its place. */

export const tables: Tables = {
  wrapper: wrapperTable(wrapper as Readonly<Record<string, WrittenWrapper>>),
  programOption: programOption as Tables["programOption"],
  environment: environment as Tables["environment"],
  shell,
  builtin: new Set(shellBuiltin),
  dangerous: dangerousPattern as Tables["dangerous"],
  roles: argumentRole as Tables["roles"],
};

export const shippedReadOnly: readonly ReadOnlyEntry[] = readOnlyCommand as readonly ReadOnlyEntry[];

/** A published document with the defaults merged in: what a decision is made with. */
export type Policy = PolicyDocument & {
  /** of everything in `jsons/` that took part, so that a decision says which defaults it was made with */
  defaultsDigest: string;
};

const digest = sha256Hex(
  canonicalJson([
    argumentRole,
    dangerousPattern,
    deniedCommand,
    deniedPath,
    environment,
    excludeList,
    programOption,
    readOnlyCommand,
    readablePath,
    sensitivePath,
    shell,
    shellBuiltin,
    wrapper,
    writablePath,
  ]),
);

const union = (shipped: readonly string[], own: readonly string[]): string[] => [
  ...new Set([...shipped, ...own]),
];

function mergeSensitive(own: SensitivePath): SensitivePath {
  return {
    dirs: union(sensitivePath.dirs, own.dirs),
    files: union(sensitivePath.files, own.files),
    prefixes: union(sensitivePath.prefixes, own.prefixes),
    extensions: union(sensitivePath.extensions, own.extensions),
    exempt: union(sensitivePath.exempt, own.exempt),
  };
}

/**
 * Merges a document with the defaults. `writable_path` alone is narrowed by the org: its entries, when there are
 * any, are the roots below which a write grant is possible.
 */
export function effectivePolicy(document: PolicyDocument): Policy {
  return {
    ...document,
    denied_command: union(deniedCommand, document.denied_command),
    denied_path: union(deniedPath, document.denied_path),
    sensitive_path: mergeSensitive(document.sensitive_path),
    readable_path: union(readablePath, document.readable_path),
    writable_path: document.writable_path.length > 0 ? document.writable_path : writablePath,
    read_only_command: union(
      shippedReadOnly.map((entry) => entry.command),
      document.read_only_command,
    ),
    exclude_list: union(excludeList, document.exclude_list),
    defaultsDigest: digest,
  };
}

/** The policy of an org that has published nothing. */
export const defaultPolicy: Policy = effectivePolicy(policySchema.parse({}));
