/** An address as every reader of it must take it. Pure; where two readers could differ there is no address at all. */
export type WebUrl = { scheme: "http" | "https"; host: string; port: number };
export type WebUrlRead = { ok: true; url: WebUrl } | { ok: false; sentence: string; hint?: string };

const bad = (sentence: string, hint?: string): WebUrlRead => ({
  ok: false,
  sentence,
  ...(hint === undefined ? {} : { hint }),
});

export function readWebUrl(text: string): WebUrlRead {
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !text.isWellFormed())
    return bad(
      "the address holds a blank, a backslash, a control character or half a character",
      "encode it as %XX",
    );
  const found = /^(https?):\/\/([^/?#]*)/i.exec(text);
  if (found === null) return bad("only addresses that start with http:// or https:// are fetched");
  const authority = found[2] ?? "";
  if (authority.includes("@"))
    return bad("an address holds no name and password", "send them in an authorization header");
  const parts = /^(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9_.-]{1,253}))(?::(\d{1,5}))?$/.exec(authority);
  const host = (parts?.[1] ?? parts?.[2])?.toLowerCase().replace(/\.$/, "");
  if (host === undefined || host === "" || host.includes(".."))
    return bad(
      "the address names no host",
      "write the host in letters, digits, dots and hyphens (xn-- for others)",
    );
  const scheme = found[1]?.toLowerCase() === "https" ? "https" : "http";
  const port = parts?.[3] === undefined ? (scheme === "https" ? 443 : 80) : Number(parts[3]);
  if (port < 1 || port > 65_535) return bad("the address names no possible port");
  return { ok: true, url: { scheme, host, port } };
}
