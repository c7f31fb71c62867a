import type { SessionMode, WebCall } from "../tool-call/tool-call.ts";
import type { Policy } from "./defaults.ts";
import type { Reason } from "./decision.ts";

/** What every rule of the tools that speak HTTP is given; leaves like all others. */
export type WebRuleInput = { call: WebCall; mode: SessionMode; policy: Policy };

export type WebRule = (input: WebRuleInput) => Reason[];
