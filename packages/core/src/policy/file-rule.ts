import type { Facts } from "../path/facts.ts";
import type { PathCall } from "../path/file-paths.ts";
import type { SessionMode } from "../tool-call/tool-call.ts";
import type { Lists } from "./compiled.ts";
import type { Reason } from "./decision.ts";

/** What every rule of the file tools is given; like other rules they are leaves and their order means nothing. */
export type FileRuleInput = { call: PathCall; mode: SessionMode; facts: Facts; lists: Lists };

export type FileRule = (input: FileRuleInput) => Reason[];
