import type { Tool, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { ToolName } from "@gatehouse/core/tool-call/tool-call";
import { modelSchemaOf } from "@gatehouse/core/tool-call/model-schema";
import { type OfferedTo, tools } from "@gatehouse/core/tool-call/tools";
import { offeredMedia } from "@gatehouse/services/model/media";
import { publishedScripts } from "@gatehouse/services/script-tool/published";
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
  "open_file",
  "html_template",
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
  if (!token.scopes.includes("tool.call")) return own;
  const media = await offeredMedia(ctx.db, ctx.org.id);
  const to = { policy: policy.document, role: ctx.member.role, media };
  const ofTable = (Object.keys(tools) as ToolName[])
    .filter((name) => isOffered(name, to))
    .map((name) => ({
      name,
      description: tools[name].description,
      schema: schemaOf(tools[name].input),
      annotations: annotationsOf(name),
    }));
  const scripts = (await publishedScripts(ctx.db, ctx.org.id)).map(({ name, description, schema }) => ({
    name,
    description,
    schema: schema as Tool["inputSchema"],
    annotations: scriptAnnotations,
  }));
  return [...own, ...[...ofTable, ...scripts].map((tool) => orgTool(token.sessionId, tool))];
}

export function isOffered(name: ToolName, to: OfferedTo): boolean {
  return tools[name].offered?.(to) !== false;
}

type Described = {
  name: string;
  description: string;
  schema: Tool["inputSchema"];
  annotations: ToolAnnotations;
};

function orgTool(boundTo: string | null, { name, description, schema, annotations }: Described): Tool {
  const added = boundTo === null ? { session_id: sessionIdSchema } : {};
  return {
    name,
    description,
    inputSchema: {
      ...schema,
      properties: { ...added, ...schema.properties, wait_seconds: waitSchema },
      required: [...Object.keys(added), ...(schema.required ?? [])],
    },
    annotations,
    execution: { taskSupport: "optional" as const },
  };
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

const scriptAnnotations: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
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
