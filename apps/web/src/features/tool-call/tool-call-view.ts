import type { Outputs } from "../../trpc/client.ts";

export type ToolCallView = Outputs["toolCall"]["list"]["items"][number];
export type ExecutionView = NonNullable<ToolCallView["execution"]>;
