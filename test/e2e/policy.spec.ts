import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { browserOf, org } from "../helpers/people.ts";
import { newSession, run } from "../helpers/session-page.ts";

test.describe.configure({ mode: "serial" });

let admin: { context: BrowserContext; page: Page };
let member: { context: BrowserContext; page: Page };
let before = 0;
let running: Locator;
let waiting: Locator;

test.beforeAll(async ({ browser }) => {
  admin = await browserOf(browser, "admin");
  member = await browserOf(browser, "member");
});
test.afterAll(async () => {
  await admin.context.close();
  await member.context.close();
});

async function shot(name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (directory === undefined) return;
  const { page } = admin;
  for (const [form, width] of [
    ["wide", 1440],
    ["narrow", 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({
        path: `${directory}/policy-${name}-${form}-${scheme}.png`,
      });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 800 });
}

const tab = (name: string) =>
  admin.page.getByRole("navigation", { name: "Policy" }).getByRole("link", { name, exact: true }).click();
const counts = () => admin.page.getByLabel("Effect on past calls").first();

test("fills the host until a member's job has to wait in the queue", async () => {
  await newSession(admin.page, "Counts of the admin", "Auto");
  const own = await run(admin.page, "seq 1");
  await expect(own.getByText("Exit 0", { exact: true })).toBeVisible();
  const { page } = member;
  await newSession(page, "Waiting for a place", "Auto");
  const done = await run(page, "seq 2");
  await expect(done.getByText("Exit 0", { exact: true })).toBeVisible();
  const sleepers: Locator[] = [];
  for (let place = 0; place < 12; place += 1) {
    const card = await run(page, `sleep 60${place}`);
    sleepers.push(card);
    // every call is queued for a moment; one that stays so found no place
    const found = card.getByText("Running", { exact: true }).waitFor({ timeout: 8_000 });
    if (!(await found.then(() => true).catch(() => false))) break;
  }
  const [first] = sleepers;
  if (first === undefined) throw new Error("nothing was started");
  running = first;
  waiting = await run(page, "seq 3");
  await expect(waiting.getByText("Queued", { exact: true })).toBeVisible();
});

test("previews what a draft would have refused, with nothing in force yet", async () => {
  const { page } = admin;
  await page.goto(`/${org}/policy`);
  const text = await page.getByText(/^Version \d+, published/).textContent();
  before = Number(/\d+/.exec(text ?? "")?.[0]);
  await tab("Draft");
  const list = page.getByRole("region", { name: "Denied commands", exact: true });
  const form = list.getByRole("form", { name: "Add to Denied commands" });
  await form.getByLabel("New entry").fill("/usr/bin/seq");
  await form.getByRole("button", { name: "Add to Denied commands" }).click();
  await expect(form.getByRole("alert")).toContainText("without a path");
  await form.getByLabel("New entry").fill("seq");
  await form.getByLabel("Why").fill("counts are made elsewhere");
  await form.getByRole("button", { name: "Add to Denied commands" }).click();
  await expect(list.getByRole("row", { name: /seq/ })).toContainText("counts are made elsewhere");
  await expect(list.getByRole("row", { name: /seq/ })).toContainText(/\d+, last/);
  await expect(counts()).toContainText(/[1-9]\d*newly refused/);
  await expect(page.getByRole("link", { name: /allow → refuse.*seq 3/ })).toBeVisible();
  await shot("draft");
});

test("keeps a verdict as a test case, which holds a publish up until it is changed", async () => {
  const { page } = admin;
  await tab("Playground");
  await page.getByLabel("Command", { exact: true }).fill("for i in $(seq 3); do echo $i > ~/.bashrc; done");
  await expect(page.getByText("refused", { exact: true }).first()).toBeVisible();
  await page.getByRole("radio", { name: "In force" }).click();
  await expect(page.getByText("asks", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Paths the call names" })).toContainText(
    "/home/agent/.bashrc",
  );
  await page.getByText(/^bwrap with/).click();
  await expect(page.getByRole("region", { name: "Sandbox" })).toContainText("--unshare-net");
  await shot("playground");
  await page.getByLabel("Save as a test case").fill("loops over seq");
  await page.getByRole("button", { name: /^Expect confirm by/ }).click();
  const cases = page.getByRole("region", { name: "Test cases of the policy" });
  await expect(cases.getByRole("row", { name: /loops over seq/ })).toContainText(
    "fails: refuse by denied-command",
  );
  await tab("Draft");
  await page.getByRole("button", { name: "Review and publish…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish the draft" });
  await dialog.getByLabel("Reason").fill("no counting");
  await expect(dialog.getByText("1 of 1 test cases fail")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await tab("Playground");
  await cases.getByRole("button", { name: "Remove loops over seq" }).click();
  await expect(page.getByText("No test cases")).toBeVisible();
});

test("publishes with a reason: the waiting job is refused, and what runs goes on", async () => {
  const { page } = admin;
  await tab("Draft");
  await page.getByRole("button", { name: "Review and publish…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish the draft" });
  await dialog.getByLabel("Reason").fill("no counting");
  await expect(dialog.getByRole("list", { name: "What changes" })).toContainText("seq");
  await shot("publish");
  const publish = dialog.getByRole("button", { name: "Publish", exact: true });
  await expect(publish).toBeDisabled();
  await dialog.getByRole("checkbox", { name: /^You ran seq in \d+ of your own calls/ }).check();
  await publish.click();
  await expect(page.getByText("There is no draft")).toBeVisible();
  await expect(waiting.getByText("Queued", { exact: true })).toBeVisible();
  const open = member.page.getByRole("article", { name: /^sleep/ });
  const others = (await open.count()) - 1;
  for (let at = others; at >= 1; at -= 1)
    await open
      .nth(at)
      .getByRole("button", { name: /^(Stop|Cancel) sleep/ })
      .click();
  await expect(waiting).toContainText("seq is denied by policy");
  await expect(running.getByText("Running", { exact: true })).toBeVisible();
});

test("rolls back, and the program runs again", async () => {
  const { page } = admin;
  await tab("History");
  await expect(page.getByText(/newly refused/).first()).toBeVisible();
  await shot("history");
  await page.getByRole("button", { name: `Roll back to version ${before}`, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Bring back version ${before}` });
  await dialog.getByLabel("Reason").fill("counting is fine");
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: `Export version ${before + 2}`, exact: true })).toBeVisible();
  const again = await run(member.page, "seq 4");
  await expect(again.getByText("Exit 0", { exact: true })).toBeVisible();
  await running.getByRole("button", { name: /^Stop sleep/ }).click();
  await expect(running.getByText("Running", { exact: true })).toBeHidden();
});
