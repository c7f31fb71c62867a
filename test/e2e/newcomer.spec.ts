import { createHash } from "node:crypto";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { accept, browserOf, invite, org, people } from "../helpers/people.ts";
import { argumentsOf, newSession, outputOf, run } from "../helpers/session-page.ts";

test.describe.configure({ mode: "serial" });

const title = "A newcomer's first session";
const twentyMiB = 20 * 1024 * 1024;

let context: BrowserContext;
let page: Page;
let auditorLink = "";
let policyNumber = 0;

test.beforeAll(async ({ browser }) => {
  ({ context, page } = await browserOf(browser, "admin"));
});
test.afterAll(() => context.close());

test("invites an auditor by link", async () => {
  auditorLink = await invite(page, "auditor");
  await expect(page.getByText(people.auditor.email)).toBeVisible();
});

test("makes a session and is offered first commands", async () => {
  await newSession(page, title, "Auto");
  await expect(page.getByRole("heading", { name: "This session has run nothing yet" })).toBeVisible();
  await page.getByRole("button", { name: /Look around/ }).click();
  await expect(argumentsOf(page)).toContainText("ls");
  await expect(page.getByText("Will run: it only reads")).toBeVisible();
});

test("gets every answer with the headers that bind a browser, errors, redirects' ends and built files too", async () => {
  const script = await page.locator("script[src*='/_next/static/']").first().getAttribute("src");
  const answers = ["/login", "/no-such-page", "/favicon.ico", "/api/trpc/no.such", "/healthz", script ?? ""];
  for (const address of answers) {
    const headers = (await page.request.get(address)).headers();
    expect(headers, address).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["content-security-policy"], address).toContain("frame-ancestors 'none'");
  }
});

test("runs git init", async () => {
  const card = await run(page, "git init");
  await expect(card.getByText("Exit 0", { exact: true })).toBeVisible();
  await expect(outputOf(card)).toContainText("Initialized empty Git repository");
});

test("runs a Python script that writes a file, and is told that it printed nothing", async () => {
  const card = await run(
    page,
    `python3 -c "open('table.csv', 'w').write('b,2 a,1 c,3'.replace(' ', chr(10)))"`,
  );
  await expect(card.getByText("Exit 0, no output.")).toBeVisible();
});

test("sees a pipeline become a visible bash script before it runs", async () => {
  await page.getByLabel("Command line").fill("cat table.csv | sort | head -n 1");
  await expect(page.getByText("Runs as a bash script, because of a pipe:")).toBeVisible();
  await expect(argumentsOf(page).getByRole("button", { name: "Edit program: bash" })).toBeVisible();
  await expect(
    argumentsOf(page).getByRole("button", { name: /^Edit argument 2: cat table\.csv \| sort/ }),
  ).toBeVisible();
  const card = await run(page, "cat table.csv | sort | head -n 1");
  await expect(card.getByText("Exit 0", { exact: true })).toBeVisible();
  await expect(outputOf(card)).toContainText("a,1");
});

test("edits single arguments as chips before running", async () => {
  await page.getByLabel("Command line").fill("printf %s-%s one two");
  await argumentsOf(page).getByRole("button", { name: "Edit argument 3: two" }).press("Enter");
  await page.getByLabel(/^Text of argument 3/).fill("with space");
  await page.getByLabel(/^Text of argument 3/).press("Enter");
  await argumentsOf(page).getByRole("button", { name: "Edit argument 3: with space" }).press("Alt+ArrowLeft");
  await expect(page.getByLabel("Command line")).toHaveValue("");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const card = page.getByRole("article", { name: /^printf/ });
  await expect(outputOf(card)).toContainText("with space-one");
});

test("denies curl in the policy with a reason", async () => {
  await page.goto(`/${org}/policy`);
  const before = await page.getByText(/^Version \d+, published/).textContent();
  policyNumber = Number(/\d+/.exec(before ?? "")?.[0]) + 1;
  await page.getByLabel("Program").fill("curl");
  await page.getByLabel("Reason").fill("Downloads go through the mirror");
  await page.getByRole("button", { name: "Deny", exact: true }).click();
  const list = page.getByRole("region", { name: "Denied commands" });
  await expect(list.getByRole("row", { name: /curl/ })).toContainText("Downloads go through the mirror");
  await expect(page.getByRole("list", { name: `Changes of version ${policyNumber}` })).toContainText("curl");
});

test("has curl refused as a command and inside a script, with the reason and the place", async () => {
  await page.goto(`/${org}/sessions`);
  await page.getByRole("link", { name: title }).click();
  await page.getByLabel("Command line").fill("curl https://example.com");
  await expect(page.getByText("Refused", { exact: true })).toBeVisible();
  const plain = await run(page, "curl https://example.com");
  await expect(plain).toContainText("denied_command");
  await expect(plain).toContainText(`Nothing ran. Decided under policy ${policyNumber}.`);
  const script = await run(page, "echo start && if true; then curl -s https://example.com; fi");
  await expect(script.locator("mark")).toHaveText("curl");
  await expect(script).toContainText("line 1, column 29");
});

test("cancels a sleep within two seconds", async () => {
  const card = await run(page, "sleep 600");
  await expect(card.getByText("Running", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Stop sleep" }).click();
  await expect(card.getByText("Cancelled", { exact: true })).toBeVisible({ timeout: 4_000 });
});

test("reads a command that prints 20 MiB, whole", async () => {
  const card = await run(page, "yes 0123456789 | head -c 20971520");
  await expect(card.getByText("Exit 0", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(card).toContainText("1,906,502 rows", { timeout: 60_000 });
  const href = await card.getByRole("link", { name: "Download the raw output" }).getAttribute("href");
  const raw = await (await page.request.get(href ?? "")).body();
  expect(raw.length).toBe(twentyMiB);
  const expected = Buffer.alloc(twentyMiB, "0123456789\n");
  expect(createHash("sha256").update(raw).digest("hex")).toBe(
    createHash("sha256").update(expected).digest("hex"),
  );
  await card.getByLabel("Go to row").fill("1,000,000");
  await card.getByLabel("Go to row").press("Enter");
  await expect(outputOf(card).locator('[data-row="1000000"]')).toBeVisible();
});

test("sees NUL and invalid UTF-8 as tokens, and gets the bytes unchanged", async () => {
  const card = await run(
    page,
    "python3 -c 'import sys; sys.stdout.buffer.write(bytes([0, 255, 254, 111, 107, 10]))'",
  );
  await expect(card).toContainText("Binary output, 6 B. Its first 6 bytes:");
  await expect(card).toContainText("00 ff fe 6f 6b 0a");
  await card.getByRole("button", { name: "Show it as text" }).click();
  const output = outputOf(card);
  await expect(output.getByTitle("null byte, U+0000")).toHaveText("NUL");
  await expect(output.getByTitle("byte 0xFF, not valid UTF-8")).toHaveText("\\xFF");
  await expect(output).toContainText("ok");
  const href = await card.getByRole("link", { name: "Download the raw output" }).getAttribute("href");
  const raw = await (await page.request.get(href ?? "")).body();
  expect([...raw]).toEqual([0, 255, 254, 111, 107, 10]);
});

test("finds everything as the auditor, with the evidence, and may run nothing", async ({ browser }) => {
  const auditor = await browser.newContext();
  const audit = await auditor.newPage();
  await accept(audit, "auditor", auditorLink);
  await expect(audit.getByRole("heading", { name: "Audit" })).toBeVisible();
  await expect(audit.getByRole("navigation", { name: "Main" }).getByText("Approvals")).toHaveCount(0);
  const table = audit.getByRole("region", { name: "Tool calls" });
  for (const call of [
    "git init",
    "python3 -c",
    "sort | head",
    "sleep 600",
    "yes 0123456789",
    "bytes([0, 255",
  ]) {
    await expect(
      table.getByRole("link", { name: new RegExp(call.replace(/[[(|]/g, "\\$&")) }).first(),
    ).toBeVisible();
  }
  await audit.getByRole("combobox", { name: "Verdict" }).click();
  await audit.getByRole("option", { name: "deny" }).click();
  await audit.getByRole("searchbox", { name: "Search in arguments" }).fill("example.com");
  await expect(audit).toHaveURL(/verdict=deny.*text=example\.com|text=example\.com.*verdict=deny/);
  await expect(table.getByRole("row")).toHaveCount(3);
  await table.getByRole("link", { name: /^Record of curl/ }).click();
  await expect(audit.getByRole("heading", { name: /curl/ })).toBeVisible();
  await expect(audit.getByText(`policy version ${policyNumber}`)).toBeVisible();
  await expect(audit.getByText("Nothing ran: the call was refused.")).toBeVisible();
  await expect(audit.getByText("tool_call.decided")).toBeVisible();

  await audit.goto(`/${org}/audit?program=sleep`);
  await table.getByRole("link", { name: /sleep 600/ }).click();
  await expect(audit.getByText(`${people.admin.name}, `).first()).toBeVisible();
  await expect(audit.getByText("execution.finished")).toBeVisible();
  await expect(audit.getByRole("heading", { name: "Sandbox" })).toBeVisible();

  await audit.goto(`/${org}/audit`);
  await audit.getByRole("button", { name: "Verify now" }).click();
  await expect(audit.getByText(/Chain intact, \d+ events/)).toBeVisible();

  await audit.goto(`/${org}/sessions`);
  await expect(audit.getByRole("button", { name: "New session" })).toHaveCount(0);
  await audit.getByRole("link", { name: title }).click();
  await expect(audit.getByText("read only for you")).toBeVisible();
  await expect(audit.getByLabel("Command line")).toHaveCount(0);
  await auditor.close();
});
