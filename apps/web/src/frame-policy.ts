/**
 * What a page of an agent's may do, wherever it is opened: run its own scripts and styles, show pictures that stand in
 * it, and nothing else. It has an origin of its own that equals no other, so cookies, storage and the application around
 * it are out of reach; it can load, send, open, submit and navigate nothing. Proof: test/e2e/script-tools.spec.ts.
 */
export const framePolicy = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "media-src data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "webrtc 'block'",
].join("; ");

const framePath = /^\/api\/orgs\/[^/]+\/executions\/[^/]+\/page$/;

export function isFramePath(path: string): boolean {
  return framePath.test(path);
}

export function framePathOf(org: string, executionId: string): string {
  return `/api/orgs/${org}/executions/${executionId}/page`;
}
