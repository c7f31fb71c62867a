import type { Facts } from "../path/facts.ts";
import type { Unfolded } from "../shell/unfolded.ts";
import type { CommandCall, SessionMode } from "../tool-call/tool-call.ts";
import type { Lists } from "./compiled.ts";
import type { Reason } from "./decision.ts";
import type { Policy } from "./defaults.ts";

/** What every rule is given. A rule is a leaf: it knows no other rule, and its order among them means nothing. */
export type RuleInput = {
  call: CommandCall;
  mode: SessionMode;
  policy: Policy;
  facts: Facts;
  unfolded: Unfolded;
  lists: Lists;
};

export type Rule = (input: RuleInput) => Reason[];
