import { agentHome, agentWorkspace } from "@gatehouse/core/path/facts";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { gzipSync } from "node:zlib";
import type { ToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { ToolAnswer } from "@gatehouse/services/tool-call/result";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, outputOf } from "../../helpers/call.ts";
import { auditTypes, makeOrg, ranEvents, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { callTool, only, toolAnswer } from "../../helpers/tool-call.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

let worker: TestWorker;
let org: TestOrg;
let member: TestMember;
let sessionId: string;
let web: Server;
let elsewhere: Server;
let base: string;
let other: string;
const seen: Seen[] = [];

const article = `<!doctype html><html><head><title>On gates</title></head><body>
<nav><a href="/menu">menu</a></nav><article><h1>On gates</h1>
${"<p>A gate is opened by a person who may, and by nobody else. It stands where it was built.</p>".repeat(12)}
<p><a href="more?x=1">Read on</a> <a href="javascript:alert(1)">click</a></p>
<script>document.body.innerHTML = "owned"</script></article></body></html>`;

function serve(name: string): Promise<Server> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      seen.push({ method, url: `${name}${url}`, headers, body });
      const to = (status: number, location: string): void => {
        response.writeHead(status, { location }).end();
      };
      const path = new URL(url, "http://x").pathname;
      if (path === "/page") response.writeHead(200, { "content-type": "text/html" }).end(article);
      else if (path === "/deep")
        response.writeHead(200, { "content-type": "text/html" }).end("<div>".repeat(400_000));
      else if (path === "/bomb")
        response
          .writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" })
          .end(gzipSync(Buffer.alloc(40 * 1024 ** 2, 97)));
      else if (path === "/large") response.writeHead(200).end(Buffer.alloc(11 * 1024 ** 2, 98));
      else if (path === "/hang") response.writeHead(200, { "content-type": "text/plain" }).write("begun");
      else if (path === "/binary")
        response
          .writeHead(200, { "content-type": "application/octet-stream" })
          .end(Buffer.from([0, 255, 1, 254, 10]));
      else if (path === "/loop") to(302, "/loop");
      else if (path === "/to-metadata") to(302, "http://169.254.169.254/latest/meta-data/");
      else if (path === "/to-file") to(302, "file:///etc/passwd");
      else if (path === "/to-password") to(302, "http://a:b@example.com/");
      else if (path === "/to-other") to(302, `${other}/echo`);
      else if (path === "/to-other-307") to(307, `${other}/echo`);
      else if (path === "/to-self") to(303, "/echo");
      else if (path === "/search")
        response.writeHead(200, { "content-type": "application/json" }).end(
          JSON.stringify({
            query: "q",
            results: [
              { url: "https://example.com/1", title: "First\npage", content: "about gates" },
              { url: "javascript:alert(1)", title: "bad", content: "" },
            ],
          }),
        );
      else
        response.writeHead(path === "/missing" ? 404 : 200, { "x-answer": "yes" }).end(`hello from ${name}`);
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

beforeAll(async () => {
  [web, elsewhere] = await Promise.all([serve("web"), serve("other")]);
  base = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  other = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  worker = await startWorker();
  org = await makeOrg({
    net_white_list: [new URL(base).host, new URL(other).host],
    denied_path: [`${agentWorkspace.replace(agentHome, "~")}/closed`],
    search_url: `${base}/search?language=en`,
  });
  member = await org.join("member");
  sessionId = await openSession(org, member);
});
afterAll(async () => {
  await worker.stop();
  for (const server of [web, elsewhere]) {
    server.closeAllConnections();
    server.close();
  }
});

const call = (wanted: ToolCall): Promise<ToolAnswer> => callTool(org, member, { sessionId, call: wanted });
const get = (url: string, headers?: Record<string, string>): Promise<ToolAnswer> =>
  call({ tool: "http_request", input: { url, ...(headers === undefined ? {} : { headers }) } });
const text = async (answer: ToolAnswer): Promise<string> =>
  (await outputOf(org, member, answer.view.execution?.id ?? "")).toString();

describe("http_request", () => {
  it("sends what was asked, and gives status, headers and body; the record names each connection", async () => {
    const answer = await call({
      tool: "http_request",
      input: {
        url: `${base}/echo?a=1`,
        method: "PUT",
        headers: { authorization: "Bearer secret-of-mine" },
        body: '{"a":1}',
        content_type: "application/json",
      },
    });
    expect(answer.view).toMatchObject({
      status: "finished",
      decision: { verdict: "allow", effect: "web" },
      execution: { outcome: "exited", exitCode: 0 },
    });
    expect(only(answer, "http_request").answer).toMatchObject({ status: 200, kind: "text", redirects: 0 });
    expect(await text(answer)).toMatch(/^200 OK\n[^]*x-answer: yes[^]*\n\nhello from web\n$/);
    const sent = seen.at(-1);
    expect(sent).toMatchObject({ method: "PUT", url: "web/echo?a=1", body: '{"a":1}' });
    expect(sent?.headers).toMatchObject({
      authorization: "Bearer secret-of-mine",
      "content-type": "application/json",
    });
    const row = await services.db.execution.findUniqueOrThrow({
      where: { id: answer.view.execution?.id ?? "" },
    });
    const { port } = new URL(base);
    expect(row.connections).toMatchObject([{ host: "127.0.0.1", port: Number(port), address: "127.0.0.1" }]);
    expect((row.connections as { receivedBytes: number }[])[0]?.receivedBytes).toBeGreaterThan(14);
    expect(await auditTypes(org.id, answer.view.id)).toEqual(ranEvents);
  });

  it("shows no header by which the sender proves itself, neither in the page nor in the audit record", async () => {
    const answer = await get(`${base}/echo`, {
      authorization: "Bearer very-secret",
      "x-api-key": "also-secret",
    });
    const events = await services.db.auditEvent.findMany({ where: { toolCallId: answer.view.id } });
    expect(JSON.stringify([answer.view, events.map(({ body }) => body)])).not.toMatch(
      /very-secret|also-secret/,
    );
  });

  it("keeps 2 MiB of an answer, counted as it unpacks", async () => {
    const answer = await get(`${base}/bomb`);
    expect(only(answer, "http_request").answer).toMatchObject({ cut: true, bytes: 2 * 1024 ** 2 });
  });

  it.each([
    ["to the host's metadata", "/to-metadata", "private_address"],
    ["to a file", "/to-file", "bad_url"],
    ["to an address with a password", "/to-password", "bad_url"],
    ["without an end", "/loop", "too_many_redirects"],
  ])("follows no redirect %s", async (_name, path, code) => {
    const answer = await get(`${base}${path}`);
    expect(answer.view.execution).toMatchObject({ outcome: "exited", exitCode: 1 });
    expect(only(answer, "http_request").answer).toMatchObject({ code });
  });

  it("takes no proof of the sender to another origin, and sends no body there", async () => {
    const headers = { authorization: "Bearer a", cookie: "b=1", "x-api-key": "c", accept: "text/plain" };
    const answer = await get(`${base}/to-other`, headers);
    expect(only(answer, "http_request").answer).toMatchObject({
      status: 200,
      redirects: 1,
      url: `${other}/echo`,
    });
    const arrived = seen.at(-1);
    expect(arrived).toMatchObject({ url: "other/echo", headers: { accept: "text/plain" } });
    for (const name of ["authorization", "cookie", "x-api-key"])
      expect(arrived?.headers[name]).toBeUndefined();
    const before = seen.length;
    const posted = await call({
      tool: "http_request",
      input: { url: `${base}/to-other-307`, method: "POST", body: "secret" },
    });
    expect(only(posted, "http_request").answer).toMatchObject({ code: "redirect_elsewhere" });
    expect(seen.slice(before).map(({ url }) => url)).toEqual(["web/to-other-307"]);
  });

  it("reaches no private address by a name that looks public, and the record says so", async () => {
    const { port } = new URL(base);
    const answer = await get(`http://${hostname()}.:${port}/echo`);
    const { code } = only(answer, "http_request").answer as { code: string };
    expect(["private_address", "unreachable"]).toContain(code);
    const row = await services.db.execution.findUniqueOrThrow({
      where: { id: answer.view.execution?.id ?? "" },
    });
    expect(row.connections).toMatchObject([{ address: null, refused: expect.stringMatching(/./) as string }]);
    expect(seen.some(({ headers }) => headers.host?.startsWith(hostname()))).toBe(false);
  });

  it("is refused on names before anything is sent, and the refusal says what to do", async () => {
    const answer = await get("http://169.254.169.254/latest/meta-data/");
    expect(answer.view).toMatchObject({ status: "denied", refusal: { code: "private_address" } });
    expect(answer.view.refusal?.hint).toContain("net_white_list");
  });

  it("ends within moments when a person cancels it while the server keeps silent", async () => {
    const { id } = await member.api.toolCall.use.mutate({
      org: org.slug,
      sessionId,
      requestKey: `hang-${Date.now()}`,
      call: { tool: "http_request", input: { url: `${base}/hang` } },
    });
    await expect.poll(() => seen.some(({ url }) => url === "web/hang"), { timeout: 20_000 }).toBe(true);
    await member.api.toolCall.cancel.mutate({ org: org.slug, id });
    expect((await toolAnswer(org, member, id)).view.execution).toMatchObject({ outcome: "cancelled" });
  });
});

describe("fetch_page", () => {
  it("gives the readable text of a page with links that can be followed, and runs none of it", async () => {
    const answer = await call({ tool: "fetch_page", input: { url: `${base}/page` } });
    expect(only(answer, "fetch_page").page).toMatchObject({ title: "On gates", status: 200 });
    const shown = await text(answer);
    expect(shown).toContain("A gate is opened by a person who may");
    expect(shown).toContain(`[Read on](${base}/more?x=1)`);
    expect(shown).not.toMatch(/owned|javascript:/);
  });

  it("a page made to exhaust its reader ends as an error, and the worker goes on", async () => {
    const answer = await call({ tool: "fetch_page", input: { url: `${base}/deep` } });
    expect(only(answer, "fetch_page").page).toMatchObject({
      error: expect.stringContaining("too many elements") as string,
    });
    expect(
      (await call({ tool: "fetch_page", input: { url: `${base}/page` } })).view.execution?.exitCode,
    ).toBe(0);
  });

  it("says what to do with something that is no page", async () => {
    const answer = await call({ tool: "fetch_page", input: { url: `${base}/binary` } });
    expect(only(answer, "fetch_page").page).toMatchObject({
      code: "not_readable",
      hint: expect.stringContaining("download_file") as string,
    });
  });
});

describe("search_web", () => {
  it("asks the service of the org, and gives pages that can be fetched alone", async () => {
    const answer = await call({ tool: "search_web", input: { query: "gates & walls" } });
    expect(only(answer, "search_web").found).toEqual({
      query: "gates & walls",
      pages: [{ url: "https://example.com/1", title: "First page", text: "about gates" }],
    });
    expect(seen.at(-1)?.url).toBe("web/search?language=en&q=gates+%26+walls&format=json");
  });
});

describe("download_file", () => {
  const download = (url: string, output_path: string): Promise<ToolAnswer> =>
    call({ tool: "download_file", input: { url, output_path } });

  it("writes the bytes as they came, through the door that keeps versions", async () => {
    const answer = await download(`${base}/binary`, "got/file.bin");
    expect(answer.view.execution).toMatchObject({
      exitCode: 0,
      filesChanged: { recorded: true, created: 1 },
    });
    const read = await callTool(org, member, {
      sessionId,
      call: { tool: "read_files", input: { files: [{ path: "got/file.bin", raw: true }] } },
    });
    const [file] = only(read, "read_files").files;
    expect(file).toMatchObject({ kind: "binary", bytes: 5 });
  });

  it("writes nothing of a file over the limit, of an error page, or of an answer that breaks off", async () => {
    expect(only(await download(`${base}/large`, "large"), "download_file").file).toMatchObject({
      code: "too_large",
    });
    expect(only(await download(`${base}/missing`, "missing"), "download_file").file).toMatchObject({
      code: "answered_with_error",
    });
    const found = await call({ tool: "find_files", input: { mode: "list", queries: [{ dir: "." }] } });
    const [query] = only(found, "find_files").queries;
    const names = query !== undefined && "entries" in query ? query.entries.map(({ name }) => name) : [];
    expect(names).not.toContain("large");
    expect(names).not.toContain("missing");
  });

  it("asks before a sensitive place, and is refused a denied one before it fetches", async () => {
    const before = seen.length;
    expect((await download(`${base}/echo`, ".env")).view).toMatchObject({
      status: "awaiting_approval",
      approval: { strength: "confirm", asks: [{ kind: "write_path", path: `${agentWorkspace}/.env` }] },
    });
    expect((await download(`${base}/echo`, "closed/x")).view).toMatchObject({
      status: "denied",
      refusal: { code: "denied_path" },
    });
    expect(seen.length).toBe(before);
  });
});
