import { expect, type Locator, type Page } from "@playwright/test";
import { org } from "./people.ts";

/** Makes a session through the dialog and stays on its page. */
export async function newSession(page: Page, title: string, mode: "Safe" | "Auto"): Promise<string> {
  await page.goto(`/${org}/sessions`);
  await page.getByRole("button", { name: "New session" }).click();
  const dialog = page.getByRole("dialog", { name: "New session" });
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByRole("radio", { name: new RegExp(`^${mode}`) }).check();
  await dialog.getByRole("button", { name: "Make session" }).click();
  await page.waitForURL(`**/${org}/sessions/*`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.getByRole("radio", { name: "Command", exact: true }).click();
  return page.url();
}

export function argumentsOf(page: Page): Locator {
  return page.getByRole("list", { name: "Arguments that will run" });
}

/** Types a line, sees the arguments that will run, presses Enter, and gives back the card of the new call. */
export async function run(page: Page, line: string): Promise<Locator> {
  const cards = page.getByRole("article");
  const before = await cards.count();
  const field = page.getByLabel("Command line");
  await field.fill(line);
  await expect(argumentsOf(page)).toBeVisible();
  await field.press("Enter");
  await expect(cards).toHaveCount(before + 1);
  return cards.nth(before);
}

export function outputOf(card: Locator): Locator {
  return card.getByRole("log");
}
