import type { Tool, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { ToolName } from "@gatehouse/core/tool-call/tool-call";
import { modelSchemaOf } from "@gatehouse/core/tool-call/model-schema";
import { tools } from "@gatehouse/core/tool-call/tools";
import type { Policy } from "@gatehouse/core/policy/defaults";
import type { z } from "zod";
import type { Mcp } from "./mcp.ts";
import { ownTools } from "./own-tools.ts";

/** Tools of files alone, which reach nothing beyond the host. */
const closedWorld: ReadonlySet<ToolName> = new Set([
  "read_files",
  "find_files",
  "edit_file",
  "file_history",
  "ask_user",
]);

/** In one order, always: the product's own first, then the table of tools as it stands. */
export async function listTools({ ctx, token }: Mcp): Promise<Tool[]> {
  const policy = await ctx.policies.current(ctx.db, ctx.org.id);
  const own = ownTools
    .filter((tool) => token.scopes.includes(tool.scope) && tool.isFor(token))
    .map(({ name, description, input, annotations }) => ({
      name,
      description,
      inputSchema: schemaOf(input),
      annotations,
    }));
  return token.scopes.includes("tool.call") ? [...own, ...orgTools(token.sessionId, policy.document)] : own;
}

export function isOffered(name: ToolName, policy: Policy): boolean {
  return tools[name].offered?.({ policy }) !== false;
}

function orgTools(boundTo: string | null, policy: Policy): Tool[] {
  return (Object.keys(tools) as ToolName[])
    .filter((name) => isOffered(name, policy))
    .map((name) => {
      const { description, input } = tools[name];
      const schema = schemaOf(input);
      const added = boundTo === null ? { session_id: sessionIdSchema } : {};
      return {
        name,
        description,
        inputSchema: {
          ...schema,
          properties: { ...added, ...schema.properties, wait_seconds: waitSchema },
          required: [...Object.keys(added), ...(schema.required ?? [])],
        },
        annotations: annotationsOf(name),
        execution: { taskSupport: "optional" as const },
      };
    });
}

function schemaOf(input: z.ZodType): Tool["inputSchema"] {
  return modelSchemaOf(input) as Tool["inputSchema"];
}

const sessionIdSchema = { type: "string", format: "uuid", description: "The session to work in." };
const waitSchema = {
  type: "integer",
  minimum: 0,
  maximum: 50,
  description:
    "How long to wait for the end before answering with a tool_call_id to ask for; 20 unless given.",
};

function annotationsOf(name: ToolName): ToolAnnotations {
  const readOnlyHint = tools[name].readsOnly === true;
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint,
    idempotentHint: readOnlyHint,
    openWorldHint: !closedWorld.has(name),
  };
}
