import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { browserOf } from "../helpers/people.ts";
import { newSession, outputOf, run } from "../helpers/session-page.ts";

test.describe.configure({ mode: "serial" });

let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  ({ context, page } = await browserOf(browser, "admin"));
  await newSession(page, "Output", "Auto");
});
test.afterAll(() => context.close());

const rowNumbers = (area: ReturnType<typeof outputOf>) =>
  area.evaluate((log) => [...log.querySelectorAll("[data-index]")].map((row) => row.textContent ?? ""));

test("follows a running command and misses no line over a reload and a lost connection", async () => {
  await run(page, "for i in $(seq 1 60); do echo line $i; sleep 0.1; done");
  const log = page.getByRole("log").last();
  await expect(log).toContainText("line 5");
  await page.reload();
  await expect(page.getByRole("log").last()).toContainText(/line [1-6]\d/, { timeout: 20_000 });
  await context.setOffline(true);
  await page.waitForTimeout(1500);
  await context.setOffline(false);
  const card = page.getByRole("article").last();
  await expect(card.getByText("Exit 0", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(card).toContainText("60 rows");
  await card.getByRole("button", { name: "Make the output taller" }).click();
  await outputOf(card).evaluate((area) => area.scrollTo({ top: 0 }));
  await expect
    .poll(() => rowNumbers(outputOf(card)).then((rows) => rows.slice(0, 3)))
    .toEqual(["line 1", "line 2", "line 3"]);
});

test("shows colours, progress lines, both streams and hidden characters safely", async () => {
  const card = await run(
    page,
    `printf '\\033[1;31mred\\033[0m\\n10%%\\r20%%\\r30%%\\n\\033]0;title\\007plain \\342\\200\\256evil\\n'; echo oops >&2; exit 4`,
  );
  await expect(card.getByText("Exit 4", { exact: true })).toBeVisible();
  const log = outputOf(card);
  await expect(log.locator(".ansi-fg")).toHaveText("red");
  await expect(log).toContainText("30%");
  await expect(log).not.toContainText("10%");
  await expect(log).not.toContainText("title");
  await expect(log.getByTitle("right-to-left override, U+202E")).toBeVisible();
  await expect(log.getByTitle("standard error")).toHaveCount(1);
});

test("scrolls through a million rows without a long pause", async () => {
  const card = await run(page, "seq 1 1000000");
  await expect(card).toContainText("1,000,000 rows", { timeout: 60_000 });
  const frames = await outputOf(card).evaluate(async (area) => {
    const times: number[] = [];
    let last = performance.now();
    for (let step = 0; step < 60; step += 1) {
      area.scrollTop = (area.scrollHeight / 60) * step;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      times.push(performance.now() - last);
      last = performance.now();
    }
    return times.sort((a, b) => a - b);
  });
  // The middle frame, because a machine that runs other things stretches single ones.
  expect(frames[30]).toBeLessThan(100);
});

test("finds text in a long output, counts the rows and goes to them", async () => {
  const card = page.getByRole("article", { name: /^seq/ });
  await card.getByRole("button", { name: "Find", exact: true }).click();
  await card.getByLabel("Find in the output").fill("99999");
  await expect(card.getByText("19 rows")).toBeVisible();
  await card.getByLabel("Find in the output").press("Enter");
  await expect(card.getByText("1 of 19 rows")).toBeVisible();
  await expect(outputOf(card).locator('[data-row="99999"]')).toBeVisible();
  await card.getByLabel("Find in the output").press("Shift+Enter");
  await expect(outputOf(card).locator('[data-row="999999"]')).toBeVisible();
  await card.getByLabel("Find in the output").press("Escape");
  await expect(card.getByLabel("Find in the output")).toHaveCount(0);
});

test("copies the output as text", async () => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const card = await run(page, "printf 'one\\n\\033[32mtwo\\033[0m\\n'");
  await expect(card).toContainText("2 rows");
  await card.getByRole("button", { name: "Copy the output as text" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("one\ntwo");
});
