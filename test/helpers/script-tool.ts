import { randomBytes } from "node:crypto";
import type { Role } from "@gatehouse/core/role";
import { fileOf, type ScriptDefinition } from "@gatehouse/core/script-tool/definition";
import type { TestOrg } from "./org.ts";
import type { Api } from "./web.ts";

type Entry = { call: (api: Api, ids: { org: string }) => Promise<unknown>; roles: readonly Role[] };

const everyone: readonly Role[] = ["member", "approver", "admin", "auditor"];
const admins: readonly Role[] = ["admin"];
const digest = "0".repeat(64);
const fresh = (): string => `script_${newWord()}`;

export const newWord = (): string => `t${randomBytes(5).toString("hex")}`;

/** Prints what it is given on standard input, unless something else is written. */
export function scriptOf(changes: Partial<ScriptDefinition> = {}): ScriptDefinition {
  return {
    description: "Says what it was given.",
    schema: { type: "object", properties: { word: { type: "string", maxLength: 20 } }, required: ["word"] },
    interpreter: "bash",
    code: "cat",
    timeoutSeconds: null,
    withoutAsking: false,
    ...changes,
  };
}

/** Writes and publishes a tool as the org's admin. */
export async function publishTool(
  { slug: org, admin }: TestOrg,
  name: string,
  changes: Partial<ScriptDefinition> = {},
): Promise<{ number: number; digest: string }> {
  const before = await admin.api.scriptTool.get.query({ org, name }).catch(() => null);
  const newest = before?.versions[0];
  const base = newest === undefined ? null : { number: newest.number, revision: newest.revision };
  await admin.api.scriptTool.save.mutate({ org, name, definition: scriptOf(changes), base });
  const [written] = (await admin.api.scriptTool.get.query({ org, name })).versions;
  if (written === undefined) throw new Error(`${name} has no version`);
  const version = { number: written.number, digest: written.digest };
  await admin.api.scriptTool.publish.mutate({ org, name, ...version });
  return version;
}

export const scriptsWithoutIds = ["scriptTool.list", "scriptTool.save", "scriptTool.import"];

/** The procedures of script tools with who may call them. */
export const scriptProcedures: Record<string, Entry> = {
  "scriptTool.list": { roles: everyone, call: (api, { org }) => api.scriptTool.list.query({ org }) },
  "scriptTool.get": {
    roles: everyone,
    call: (api, { org }) => api.scriptTool.get.query({ org, name: fresh() }),
  },
  "scriptTool.save": {
    roles: admins,
    call: (api, { org }) =>
      api.scriptTool.save.mutate({ org, name: fresh(), definition: scriptOf(), base: null }),
  },
  "scriptTool.import": {
    roles: admins,
    call: (api, { org }) => api.scriptTool.import.mutate({ org, file: fileOf(fresh(), scriptOf()) }),
  },
  "scriptTool.publish": {
    roles: admins,
    call: (api, { org }) => api.scriptTool.publish.mutate({ org, name: fresh(), number: 1, digest }),
  },
  "scriptTool.unpublish": {
    roles: admins,
    call: (api, { org }) => api.scriptTool.unpublish.mutate({ org, name: fresh() }),
  },
};
