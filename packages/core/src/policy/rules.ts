import type { Rule } from "./rule.ts";
import { bareBinary } from "./rules/bare-binary.ts";
import { cd } from "./rules/cd.ts";
import { codeInData } from "./rules/code-in-data.ts";
import { dangerousPattern } from "./rules/dangerous-pattern.ts";
import { deniedCommand } from "./rules/denied-command.ts";
import { environmentCode } from "./rules/environment-code.ts";
import { nameInData } from "./rules/name-in-data.ts";
import { network } from "./rules/network.ts";
import { paths } from "./rules/paths.ts";
import { readOnly } from "./rules/read-only.ts";
import { rm } from "./rules/rm.ts";
import { scriptIssues } from "./rules/script-issues.ts";
import { shadowing } from "./rules/shadowing.ts";
import { shape } from "./rules/shape.ts";
import { sudo } from "./rules/sudo.ts";
import { unsandboxed } from "./rules/unsandboxed.ts";
import { writePath } from "./rules/write-path.ts";

/** Every rule runs on every call; their order means nothing. */
export const rules: readonly Rule[] = [
  shape,
  bareBinary,
  deniedCommand,
  cd,
  sudo,
  rm,
  scriptIssues,
  codeInData,
  environmentCode,
  nameInData,
  shadowing,
  dangerousPattern,
  paths,
  writePath,
  network,
  unsandboxed,
  readOnly,
];
