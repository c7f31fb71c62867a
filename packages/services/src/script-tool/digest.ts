import { canonicalJson } from "@gatehouse/core/canonical";
import type { ScriptDefinition } from "@gatehouse/core/script-tool/definition";
import { sha256 } from "../tool-call/digest.ts";

/** Names one text of a script tool: its code and everything that says how it is run and when it asks. */
export function scriptDigest(definition: ScriptDefinition): string {
  return sha256(`gatehouse script tool 1\n${canonicalJson(definition)}`);
}
