import type { Outputs } from "../../trpc/client.ts";

export type SessionHeader = Outputs["session"]["get"];
export type SessionItem = Outputs["session"]["list"]["items"][number];
