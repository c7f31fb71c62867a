import { type NextRequest, NextResponse } from "next/server";
import { isProduction } from "./env.ts";
import { isFramePath } from "./frame-policy.ts";

/**
 * Headers of every page. Scripts run only with the nonce of this answer; Next puts it on its own, a component that writes
 * an inline script reads it from the request header `x-nonce`.
 */
export function proxy(request: NextRequest): NextResponse {
  // an agent's page brings headers of its own, which are stricter
  if (isFramePath(request.nextUrl.pathname)) return NextResponse.next();
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-frame-options", "DENY");
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("referrer-policy", "same-origin");
  response.headers.set("cross-origin-opener-policy", "same-origin");
  response.headers.set("cross-origin-resource-policy", "same-origin");
  response.headers.set("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
  if (isHttps(request)) {
    response.headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
  }
  return response;
}

function isHttps(request: NextRequest): boolean {
  return (request.headers.get("x-forwarded-proto") ?? request.nextUrl.protocol).startsWith("https");
}

function contentSecurityPolicy(nonce: string): string {
  const development = isProduction() ? "" : " 'unsafe-eval'";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // also keeps a page in a frame from going elsewhere
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
  ].join("; ");
}

/** All but what is built once, which next.config.ts gives its headers. */
export const config = { matcher: "/((?!_next/static/).*)" };
