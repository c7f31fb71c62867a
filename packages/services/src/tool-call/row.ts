import type { Prisma } from "../generated/client.ts";

export const toolCallInclude = {
  decisions: { orderBy: { decidedAt: "asc" } },
  approval: true,
  execution: true,
  session: { select: { ownerMemberId: true } },
} as const satisfies Prisma.ToolCallInclude;

export type ToolCallRow = Prisma.ToolCallGetPayload<{ include: typeof toolCallInclude }>;
export type DecisionRow = ToolCallRow["decisions"][number];
export type ApprovalRow = NonNullable<ToolCallRow["approval"]>;
export type ExecutionRow = NonNullable<ToolCallRow["execution"]>;
