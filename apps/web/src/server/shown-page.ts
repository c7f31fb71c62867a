import { shownPage } from "@gatehouse/services/show/page";
import { framePolicy } from "../frame-policy.ts";
import { ownAnswer } from "./own-answer.ts";
import { personCtx } from "./context.ts";

/** An agent's page for the frame of a person who is signed in; its headers isolate it also where it is opened by itself. */
export function servePage(request: Request, path: { org: string; id: string }): Promise<Response> {
  return ownAnswer(request, {
    id: path.id,
    ctxOf: (context) => personCtx(context, path.org),
    answer: async (ctx) => {
      const page = new Uint8Array(await shownPage(ctx, path.id));
      return new Response(page, { headers: { ...isolated, ...html } });
    },
    missing,
  });
}

const html = { "content-type": "text/html; charset=utf-8" };
const isolated = {
  "content-security-policy": framePolicy,
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "referrer-policy": "no-referrer",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=(), clipboard-write=(), fullscreen=()",
  "cache-control": "no-store",
};

function missing(): Response {
  return new Response("There is no such page.\n", { status: 404, headers: isolated });
}
