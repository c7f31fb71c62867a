import { endSubagents } from "./cancel-calls.ts";
import { startSubagents, type Starting } from "./start-subagents.ts";

/** Ends what is due and gives the places to who waits; of one session, or of all. */
export async function driveSubagents(ctx: Starting, sessionId: string | null): Promise<void> {
  await endSubagents(ctx, sessionId);
  await startSubagents(ctx, sessionId);
}
