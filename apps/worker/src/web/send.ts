import { mayFetch } from "@gatehouse/core/web/may-fetch";
import { type HopAnswer, sendHop, type WebRequest, type WebSpace } from "./hop.ts";
import { WebProblem } from "./web-problem.ts";

/** A request with its redirects, each hop judged and dialled anew. */
export type Sent = HopAnswer & { url: string; redirects: number; mediaType: string | null };

const mostRedirects = 10;
/** What may follow to another origin; everything else may be a proof of who sends it. */
const harmless = new Set(["accept", "accept-language", "content-type", "user-agent"]);

export async function send(first: WebRequest, space: WebSpace): Promise<Sent> {
  let wanted = first;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await sendHop(wanted, space);
    const to = redirectOf(answer, wanted.url);
    if (to === null)
      return { ...answer, url: wanted.url, redirects, mediaType: headerOf(answer, "content-type") };
    if (redirects >= mostRedirects) throw new WebProblem("too_many_redirects", "it redirects without an end");
    wanted = next(wanted, answer.status, to, space);
  }
}

export function headerOf({ headers }: HopAnswer, name: string): string | null {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

function redirectOf(answer: HopAnswer, base: string): string | null {
  if (![301, 302, 303, 307, 308].includes(answer.status)) return null;
  const location = headerOf(answer, "location");
  if (location === null) return null;
  try {
    const to = new URL(location, base);
    to.hash = "";
    return to.href;
  } catch (cause) {
    throw new WebProblem("bad_url", "it redirects to something that is no address", { cause });
  }
}

/** SAFETY: what was sent in trust to one origin does not go to another (web-tools.test.ts). */
function next(before: WebRequest, status: number, url: string, space: WebSpace): WebRequest {
  const allowed = mayFetch(url, space.policy);
  if (!allowed.ok)
    throw new WebProblem(allowed.code, `it redirects elsewhere, and ${allowed.sentence}`, {
      hint: allowed.hint,
    });
  const sameOrigin = new URL(before.url).origin === new URL(url).origin;
  const becomesGet =
    (status === 303 && before.method !== "HEAD") || (status < 303 && before.method === "POST");
  const body = becomesGet ? null : before.body;
  const method = becomesGet ? "GET" : before.method;
  if (!sameOrigin && !["GET", "HEAD"].includes(method))
    throw new WebProblem("redirect_elsewhere", `it redirects a ${method} request to ${new URL(url).origin}`, {
      hint: "send the request to that address itself if that is meant",
    });
  const headers = Object.fromEntries(
    Object.entries(before.headers).filter(
      ([name]) =>
        (sameOrigin || harmless.has(name.toLowerCase())) &&
        !(becomesGet && name.toLowerCase() === "content-type"),
    ),
  );
  return { ...before, method, url, headers, body };
}
