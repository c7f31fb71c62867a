import type { HttpRequestInput } from "../../tool-call/web-input.ts";
import { deny } from "../reason.ts";
import type { WebRule } from "../web-rule.ts";

/** Headers that say how a message is framed or whom it is for; a caller that sets them could smuggle a second one. */
const ownHeaders = new Set([
  "host",
  "connection",
  "content-length",
  "content-type",
  "expect",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
]);
const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const value = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;
const mostHeaders = 50;

/** A request goes out exactly as it was checked: no header that frames it anew, and no body where none belongs. */
export const webShape: WebRule = ({ call }) => {
  if (call.tool !== "http_request") return [];
  const problem = problemOf(call.input);
  return problem === null ? [] : [deny("web-shape", "bad_request", problem)];
};

function problemOf({
  headers = {},
  method = "GET",
  body,
  content_type: type,
}: HttpRequestInput): string | null {
  const entries = Object.entries(headers);
  if (entries.length > mostHeaders) return `a request has ${mostHeaders} headers at most`;
  for (const [name, text] of entries) {
    if (!token.test(name)) return "headers: a name holds letters, digits and hyphens";
    if (ownHeaders.has(name.toLowerCase())) return `headers: ${name.toLowerCase()} is set by the tool itself`;
    if (!value.test(text)) return `headers: ${name} holds a character that no header may hold`;
  }
  if (type !== undefined && !value.test(type))
    return "content_type holds a character that no header may hold";
  if (body !== undefined && (method === "GET" || method === "HEAD"))
    return `body: a ${method} request carries none; choose another method`;
  if (body === undefined && type !== undefined) return "content_type is given without a body";
  if (body !== undefined && !body.isWellFormed()) return "body holds half a character";
  return null;
}
