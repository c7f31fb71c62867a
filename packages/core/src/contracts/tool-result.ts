import type { FileResult } from "./files.ts";
import type { MediaResult } from "./media.ts";
import type { QuestionResult } from "./question.ts";
import type { ShowResult } from "./show.ts";
import type { WebResult } from "./web.ts";

/** The structured half of what a tool brought that starts no process; kept as JSON text beside its output. */
export type ToolResult = FileResult | WebResult | QuestionResult | ShowResult | MediaResult;
