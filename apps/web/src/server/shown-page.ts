import { AppError } from "@gatehouse/core/errors";
import { shownPage } from "@gatehouse/services/show/page";
import { z } from "zod";
import { framePolicy } from "../frame-policy.ts";
import { createRequestContext, memberCtx } from "./context.ts";

/** An agent's page for the frame of a person who is signed in; its headers isolate it also where it is opened by itself. */
export async function servePage(request: Request, path: { org: string; id: string }): Promise<Response> {
  const context = await createRequestContext(request, new Headers());
  const { person } = context;
  const membership = person?.memberships.find((candidate) => candidate.org.slug === path.org);
  if (person === null || membership === undefined || !z.uuid().safeParse(path.id).success) return missing();
  const page = await shownPage(memberCtx(context, person, membership), path.id).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return page === null
    ? missing()
    : new Response(new Uint8Array(page), { headers: { ...isolated, ...html } });
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
