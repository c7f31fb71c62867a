import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { browserOf, org } from "../helpers/people.ts";
import { newSession, run } from "../helpers/session-page.ts";

let context: BrowserContext;
let page: Page;
const paths: string[] = [];

async function seriousFindings(where: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: where }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
    );
}

test.beforeAll(async ({ browser }) => {
  ({ context, page } = await browserOf(browser, "admin"));
  const session = await newSession(page, "For every eye", "Safe");
  const read = await run(page, "ls -la");
  await expect(read.getByText("Exit 0", { exact: true })).toBeVisible();
  const output = await read
    .getByRole("link", { name: "Open the output on a page of its own" })
    .getAttribute("href");
  paths.push(`${output}#L1`);
  await run(page, "bash -c 'echo one; rm -rf build'");
  await run(page, "touch waiting.txt");
  await page.getByLabel("Command line").fill("cat missing | sort");
  const { pathname } = new URL(session);
  paths.push(pathname, `${pathname}/files`, `${pathname}/trash`);
  await page.goto(`/${org}/audit`);
  await page
    .getByRole("link", { name: /^Record of ls -la/ })
    .first()
    .click();
  await page.waitForURL(`**/${org}/audit/*`);
  paths.push(new URL(page.url()).pathname);
  paths.push(
    ...[
      "sessions",
      "approvals",
      "models",
      "policy",
      "policy/draft",
      "policy/playground",
      "policy/history",
      "jobs",
      "hosts",
      "members",
      "script-tools",
      "script-tools/new",
      "grants",
      "settings",
      "profile",
      "tokens",
      "notifications",
      "audit",
    ].map((name) => `/${org}/${name}`),
  );
  paths.push(`/${org}/sessions?new=true`);
});
test.afterAll(() => context.close());

// Every page in both schemes and at both widths; colours do not depend on the width, so two of the four say it all.
for (const [scheme, width] of [
  ["light", 1440],
  ["dark", 390],
] as const) {
  test(`has no serious finding on any page, ${scheme}, ${width} px wide, and nothing sticks out`, async () => {
    test.setTimeout(300_000);
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole("heading").first()).toBeVisible();
      await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
      expect(await seriousFindings(page), `${path} ${scheme} ${width}`).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide, `${path} is wider than ${width}`).toBeLessThanOrEqual(0);
    }
  });
}

test("has no serious finding on the pages before a login", async ({ browser }) => {
  const fresh = await browser.newContext();
  const guest = await fresh.newPage();
  for (const path of ["/login", "/setup", "/invitation?token=none"]) {
    await guest.goto(path);
    await expect(guest.getByRole("heading").first()).toBeVisible();
    expect(await seriousFindings(guest), path).toEqual([]);
  }
  await fresh.close();
});

test("has no serious finding in the palette, the shortcuts and the dialogs", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/${org}/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
});
