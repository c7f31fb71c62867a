import type { HttpAnswer, OutgoingRequest } from "@gatehouse/services/notification/send";
import { sendHop } from "../web/hop.ts";
import { WebProblem } from "../web/web-problem.ts";

const patienceMs = 20_000;
/** nobody reads what the other side says beyond its status */
const answerBytes = 4_096;

/** Sends a message by the one way out that tools have: the address is judged, resolved, judged again and dialled there. */
export async function postNotice(
  request: OutgoingRequest,
  whiteList: readonly string[],
): Promise<HttpAnswer> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const answer = await sendHop(
      { method: "POST", ...request, maxBytes: answerBytes },
      { policy: { net_white_list: whiteList, network_host: [] }, connections: [], signal },
    );
    const after = answer.headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1];
    const seconds = Number(after ?? Number.NaN);
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined;
    return { ok: true, status: answer.status, retryAfterMs };
  } catch (cause) {
    if (signal.aborted)
      return { ok: false, never: false, why: `it did not answer within ${patienceMs / 1_000} s` };
    if (!(cause instanceof WebProblem)) throw cause;
    return { ok: false, never: cause.code !== "unreachable", why: cause.message };
  }
}
