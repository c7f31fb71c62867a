import { shownOf } from "@gatehouse/services/approval/shown";
import { services } from "./web.ts";

/** What a page that was just loaded shows of an approval; an answer gives it back. */
export async function shownNow(approvalId: string): Promise<string> {
  return shownOf(await services.db.approval.findUniqueOrThrow({ where: { id: approvalId } }));
}
