import { agentHome, agentWorkspace } from "@gatehouse/core/path/facts";
import { decide } from "@gatehouse/core/policy/decide";
import type { Decision } from "@gatehouse/core/policy/decision";
import type { Policy } from "@gatehouse/core/policy/defaults";
import { type SessionMode, toolCall, type WebCall } from "@gatehouse/core/tool-call/tool-call";
import { describe, expect, test } from "vitest";
import { codesOf, facts, policyOf, shell, verdictOf } from "../../../helpers/guard.ts";

const usual = policyOf({
  denied_path: [`${agentWorkspace.replace(agentHome, "~")}/closed`],
  search_url: "https://search.example/search",
});

function judge(call: WebCall, asked: { mode?: SessionMode; policy?: Policy } = {}): Decision {
  const { mode = "auto", policy = usual } = asked;
  return decide({ call, mode, policy, grants: [], facts, shell, nowMs: 0 });
}

const get = (url: string): WebCall => ({ tool: "http_request", input: { url } });
const page = (url: string): WebCall => ({ tool: "fetch_page", input: { url } });
const post = (url: string): WebCall => ({ tool: "http_request", input: { url, method: "POST", body: "x" } });
const download = (output_path: string): WebCall => ({
  tool: "download_file",
  input: { url: "https://example.com/a.tgz", output_path },
});
const search: WebCall = { tool: "search_web", input: { query: "node" } };

describe("a tool that speaks HTTP", () => {
  test.each<[string, WebCall, string, string]>([
    ["GET", get("https://example.com/a?b=c#d"), "allow", "allow"],
    ["POST", post("https://example.com/"), "confirm", "allow"],
    ["a page", page("http://example.com:8080/"), "allow", "allow"],
    ["a search", search, "allow", "allow"],
    ["a download", download("a.tgz"), "confirm", "allow"],
    ["a download to a sensitive file", download(".env"), "confirm", "confirm"],
    ["a download through a link to a sensitive file", download("to_key"), "confirm", "confirm"],
    ["a download outside home", download("/srv/data/a"), "password", "password"],
    ["a download to a denied path", download("x/../closed/a"), "deny", "deny"],
    ["a download over the workspace itself", download("."), "deny", "deny"],
  ])("%s is decided as the matrix says", (_name, call, safe, auto) => {
    expect(verdictOf(judge(call, { mode: "safe" }))).toBe(safe);
    expect(verdictOf(judge(call))).toBe(auto);
  });

  test.each([
    "https://en.wikipedia.org/wiki/Zürich?x=[1]&y=a|b",
    "https://xn--mller-kva.example/",
    "http://93.184.216.34/",
    "http://[2606:2800:220:1:248:1893:25c8:1946]:8080/",
    "HTTPS://Example.COM:443/",
    "https://example.com?q=@me",
    "https://example.com/@scope/name",
  ])("fetches %s", (url) => {
    expect(verdictOf(judge(get(url)))).toBe("allow");
  });

  test.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://0/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://a.localhost/",
    "http://printer.local/",
    "http://metadata.google.internal/",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fd00::1]/",
    "http://[fe80::1]/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "//example.com/",
    "example.com",
    "http://user:secret@example.com/",
    "http://example.com@127.0.0.1/",
    "http://127.0.0.1\\@example.com/",
    "http://exa mple.com/",
    " http://example.com/",
    "http://example.com\t.evil/",
    "http://ex%61mple.com/",
    "http://127。0。0。1/",
    "http://①②⑦.0.0.1/",
    "http://example.com:0/",
    "http://example.com:99999/",
    "http://example.com:22/",
    "http://example.com:25/",
    "http://example.com:6667/",
    "http:///a",
    "http://[::1%25lo]/",
  ])("refuses %s in every mode", (url) => {
    for (const call of [get(url), page(url), post(url)])
      for (const mode of ["safe", "auto"] as const) expect(judge(call, { mode }).verdict).toBe("deny");
  });

  test("reaches a private host that policy lists, at the listed port alone", () => {
    const policy = policyOf({ net_white_list: ["127.0.0.1:9000", "*.corp.internal"] });
    expect(judge(get("http://127.0.0.1:9000/"), { policy }).verdict).toBe("allow");
    expect(judge(get("http://127.0.0.1:9001/"), { policy }).verdict).toBe("deny");
    expect(judge(get("http://git.corp.internal/"), { policy }).verdict).toBe("allow");
    expect(judge(get("http://corp.internal/"), { policy }).verdict).toBe("deny");
  });

  test("stays with the hosts that policy lists, and says that an admin may add one", () => {
    const policy = policyOf({ network_host: ["example.com", "*.example.org"] });
    expect(judge(get("https://example.com/"), { policy }).verdict).toBe("allow");
    expect(judge(get("https://a.example.org/"), { policy }).verdict).toBe("allow");
    for (const url of ["https://example.com.evil.net/", "https://notexample.org/", "https://example.net/"])
      expect(codesOf(judge(get(url), { policy }))).toContain("host_not_listed");
  });

  test("search is off until an org names a service", () => {
    expect(codesOf(judge(search, { policy: policyOf() }))).toEqual(["search_off"]);
  });

  test.each<[string, object]>([
    ["a header that frames the message", { headers: { "Transfer-Encoding": "chunked" } }],
    ["another host", { headers: { host: "internal" } }],
    ["a second header in a value", { headers: { "x-a": "1\r\nx-b: 2" } }],
    ["a second header in a name", { headers: { "x-a: 1\r\nx-b": "2" } }],
    ["a body on GET", { body: "x" }],
    ["a second header in the content type", { method: "POST", body: "x", content_type: "a\nb: c" }],
  ])("refuses a request with %s", (_name, rest) => {
    const call = toolCall.parse({ tool: "http_request", input: { url: "https://example.com/", ...rest } });
    expect(codesOf(judge(call as WebCall))).toEqual(["bad_request"]);
  });

  test("an unknown field is refused, not ignored", () => {
    for (const input of [
      { url: "https://example.com/", mode: "read" },
      { url: "https://example.com/", follow: false },
    ])
      expect(toolCall.safeParse({ tool: "fetch_page", input }).success).toBe(false);
  });
});
