import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { browserOf, org } from "../helpers/people.ts";
import { argumentsOf, newSession, run } from "../helpers/session-page.ts";

test.describe.configure({ mode: "serial" });

let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  ({ context, page } = await browserOf(browser, "admin"));
  await newSession(page, "Explain", "Auto");
});
test.afterAll(() => context.close());

const dialog = () => page.getByRole("dialog", { name: "Explanation" });
const row = (text: RegExp) => dialog().getByRole("treeitem").filter({ hasText: text });
const marked = () => dialog().getByRole("region", { name: "Arguments of the call" }).locator(".place-mark");

async function shot(name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (directory === undefined) return;
  for (const [form, width] of [
    ["wide", 1440],
    ["narrow", 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `${directory}/explain-${name}-${form}-${scheme}.png` });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

const script = "for f in a $b; do timeout 5 sh -c 'ls \u200b\"$1\" | wc'; done >out; X=1 sudo make";

test("explains a command while it is written, by keyboard alone, and gives the focus back", async () => {
  await page.getByLabel("Command line").fill(script);
  await expect(argumentsOf(page)).toBeVisible();
  const button = page.getByRole("button", { name: "Explain this command" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(row(/^program\s*bash/)).toBeVisible();
  await expect(row(/^command\s*timeout/)).toBeVisible();
  await expect(row(/^command\s*wc/)).toBeVisible();
  await expect(row(/^for/)).toContainText("$ba variable");
  await expect(row(/^command\s*ls/)).toContainText("ZWSP");
  await expect(row(/^command\s*sudo/)).toContainText("refused here");
  await row(/^program\s*bash/).focus();
  for (let press = 0; press < 2; press += 1) await page.keyboard.press("ArrowDown");
  await expect(marked()).toHaveText([/^for f in/]);
  await shot("written");
  await page.keyboard.press("Escape");
  await expect(dialog()).toBeHidden();
  await expect(button).toBeFocused();
});

test("shows the node of a pressed finding and the text of a node under the pointer", async () => {
  const card = await run(page, script);
  await card.getByRole("button", { name: "Explain bash" }).click();
  await dialog().getByRole("button", { name: /sudo/ }).first().click();
  await expect(row(/^command\s*sudo/)).toHaveAttribute("aria-selected", "true");
  await expect(marked()).toHaveText([/sudo.*make/]);
  await shot("finding");
  await row(/^command\s*wc/).hover();
  await expect(dialog().locator("pre .place-mark")).toHaveText(["wc"]);
  await page.keyboard.press("Escape");
});

test("stands on the card of a call that ran and on its record", async () => {
  // longer than what is read on the event loop: web and worker of the build ask their threads
  const card = await run(page, `echo one | tr a-z A-Z; ${": a;".repeat(300)}`);
  await expect(card.getByText("Exit 0")).toBeVisible();
  await card.getByRole("button", { name: "Explain bash" }).click();
  await expect(row(/^pipeline/)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto(`/${org}/audit/${(await card.getAttribute("id"))?.replace("call-", "")}`);
  await page.getByRole("button", { name: "Explain bash" }).click();
  await expect(row(/^command\s*tr/)).toBeVisible();
  await expect(dialog().getByRole("region", { name: "Paths", exact: true })).toContainText(
    "As the worker found them",
  );
  await dialog()
    .getByText(/^bwrap with \d+ arguments$/)
    .click();
  await expect(dialog().getByRole("region", { name: "Sandbox" })).toContainText(
    "As it was built for this call.",
  );
  await expect(dialog().getByRole("region", { name: "Sandbox" })).toContainText("--unshare-net");
  await shot("record");
});

test("has no serious finding of accessibility and fits a narrow screen, in light and dark", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await row(/^command\s*tr/).click();
      const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`))).toEqual([]);
      expect(await dialog().evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});
