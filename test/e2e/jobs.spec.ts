import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { browserOf, org } from "../helpers/people.ts";
import { newSession } from "../helpers/session-page.ts";

test.describe.configure({ mode: "serial" });

let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  ({ context, page } = await browserOf(browser, "member"));
  await newSession(page, "Background", "Auto");
});
test.afterAll(() => context.close());

/** Starts a line in the background; the cards of the page show it. */
async function startInBackground(line: string, keyword?: string): Promise<void> {
  const before = await page.getByRole("article").count();
  await page.getByLabel("Command line").fill(line);
  await page.getByRole("switch", { name: "Background" }).check();
  if (keyword !== undefined) {
    await page.getByRole("button", { name: /60 min/ }).click();
    await page.getByLabel("Keyword to watch for in this command").fill(keyword);
    await page.getByRole("button", { name: "Add the keyword" }).click();
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("article")).toHaveCount(before + 1);
}

test("tells of a keyword and of the end of a command in the background, and leads to the row", async () => {
  await startInBackground("echo begun; sleep 2; echo it says READY now; sleep 600", "READY");
  await page.goto(`/${org}/jobs`);
  const job = page.getByRole("article").first();
  await expect(job.getByText("Running", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /Notifications, 1 unread/ }).first()).toBeVisible();
  await expect(job).toContainText("it says READY now");
  await expect(job).toContainText("1 hit");
  await job.getByLabel(/Keyword to watch for/).fill("later");
  await job.getByRole("button", { name: "Add the keyword" }).click();
  await expect(job.getByRole("button", { name: "Stop watching for later" })).toBeVisible();
  await page
    .getByRole("button", { name: /Notifications/ })
    .first()
    .click();
  await page.getByRole("link", { name: /printed READY/ }).click();
  await page.waitForURL(/\/output\/[^/]+#L2$/);
  await expect(page.getByRole("log")).toContainText("it says READY now");
  await page.goto(`/${org}/jobs?state=active`);
  await page.getByRole("button", { name: /^Stop bash/ }).click();
  await expect(page.getByText("No job matches these filters")).toBeVisible();
  await expect(page.getByRole("button", { name: /Notifications, 1 unread/ }).first()).toBeVisible();
});

test("reads a million lines on a page of its own: any row, a search, a link to rows, little memory", async () => {
  await page.goto(`/${org}/sessions`);
  await page.getByRole("link", { name: "Background" }).first().click();
  await page.getByLabel("Command line").fill("seq 1000000");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const card = page.getByRole("article", { name: /^seq/ });
  await expect(card).toContainText("1,000,000 rows", { timeout: 60_000 });
  await card.getByRole("link", { name: "Open the output on a page of its own" }).click();
  await page.waitForURL(/\/output\//);
  const log = page.getByRole("log");
  await expect(log.locator('[data-row="1000000"]')).toBeVisible();
  const figures = await scrollThrough(page);
  await page.getByRole("button", { name: "Find", exact: true }).click();
  const field = page.getByLabel("Find in the output");
  const begun = Date.now();
  await field.fill("999999");
  await expect(page.getByText(/^1 row$/)).toBeVisible();
  const foundMs = Date.now() - begun;
  await field.press("Enter");
  await expect(log.locator('[data-row="999999"]')).toBeVisible();
  await page.getByRole("button", { name: "Regular expression" }).click();
  await field.fill("^(\\d)00000$");
  await expect(page.getByText(/^9 rows$/)).toBeVisible();
  await field.press("Escape");
  await page.goto(`${page.url().split("#")[0]}#L500000-L500002`);
  await page.reload();
  await expect(log.locator('[data-row="500001"]')).toBeVisible();
  const heap = await heapBytes(page);
  expect(heap).toBeLessThan(300 * 1024 ** 2);
  console.log(`log: ${JSON.stringify({ ...figures, foundMs, heapMiB: Math.round(heap / 1024 ** 2) })}`);
});

/** Frames while the wheel turns and the bar is pulled, in milliseconds. */
async function scrollThrough(of: Page): Promise<{ middle: number; p99: number; longest: number }> {
  const area = of.getByRole("log");
  await area.evaluate((log) => {
    const seen: number[] = [];
    let last = performance.now();
    const frame = (): void => {
      const now = performance.now();
      seen.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, { frames: seen });
    log.scrollTop = 0;
  });
  await area.hover();
  for (let turn = 0; turn < 60; turn += 1) await of.mouse.wheel(0, 400);
  await area.evaluate(async (log) => {
    for (let step = 0; step < 60; step += 1) {
      log.scrollTop = (log.scrollHeight / 60) * step;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  const frames = await of.evaluate(() =>
    (window as unknown as { frames: number[] }).frames.toSorted((a, b) => a - b),
  );
  const at = (share: number): number => Math.round(frames[Math.floor((frames.length - 1) * share)] ?? 0);
  return { middle: at(0.5), p99: at(0.99), longest: at(1) };
}

async function heapBytes(of: Page): Promise<number> {
  const session = await of.context().newCDPSession(of);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}
