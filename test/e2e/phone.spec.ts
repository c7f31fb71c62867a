import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { browserOf, org, people } from "../helpers/people.ts";
import { newSession, run } from "../helpers/session-page.ts";

test.describe.configure({ mode: "serial" });

const phoneSized = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const title = "Asked from the train";
/** longer than what is in view at once, and it writes a file */
const words = Array.from({ length: 190 }, (_, at) => `word${at}`).join(" ");
const line = `printf '%s\\n' ${words} > ${"words-of-the-phone.txt"}`;

type Seat = { context: BrowserContext; page: Page };
let member: Seat;
let phone: Seat;
let asked: Locator;

test.beforeAll(async ({ browser }) => {
  member = await browserOf(browser, "member");
  phone = await browserOf(browser, "approver", phoneSized);
});
test.afterAll(async () => {
  await member.context.close();
  await phone.context.close();
});

test("a link in a message shows nothing before a sign-in, and after it says plainly where it does not lead", async ({
  browser,
}) => {
  const context = await browser.newContext(phoneSized);
  const page = await context.newPage();
  await page.goto("/link/AQIDBAUG");
  await page.waitForURL((url) => url.pathname === "/login");
  await page.getByLabel("E-mail").fill(people.approver.email);
  await page.getByLabel("Password").fill(people.approver.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).tap();
  await expect(page.getByRole("heading", { name: "This link leads nowhere" })).toBeVisible();
  await context.close();
});

test("a member asks, and an approver reads and answers it on a phone", async () => {
  await newSession(member.page, title, "Safe");
  asked = await run(member.page, line);
  await expect(asked.getByText("Waiting for approval")).toBeVisible();

  const { page } = phone;
  await page.goto(`/${org}/approvals`);
  const waiting = page.getByRole("listitem").filter({ hasText: title });
  await expect(page).toHaveTitle(/^\(\d+\) Approvals/);
  await waiting.getByRole("link", { name: "Open", exact: true }).tap();
  await page.waitForURL(`**/${org}/approvals/*`);
  await expect(page).toHaveTitle(/^\(\d+\) Approval /);
  const card = page.getByRole("article");
  await expect(card.getByRole("status").first()).toContainText(`${people.member.name} asks to run bash`);
  await expect(card.getByRole("region", { name: "What it would write" })).toContainText(
    "words-of-the-phone.txt",
  );
  await expect(card.getByRole("tree")).toContainText("redirect");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);

  // the end of the command was not in view yet: neither a tap nor a key is a yes
  const yes = card.getByRole("button", { name: "Run once" });
  await expect(yes).toHaveAttribute("aria-disabled", "true");
  await yes.dispatchEvent("click");
  await expect(asked.getByText("Waiting for approval")).toBeVisible();
  const readOn = card.getByRole("button", { name: "Read on" });
  for (let taps = 0; taps < 20 && (await readOn.isVisible()); taps += 1) {
    await readOn.tap();
    await page.waitForTimeout(400);
  }
  await expect(yes).toHaveAttribute("aria-disabled", "false");
  await yes.tap();
  await expect(card).toContainText(/Exit 0|Queued|Running/);
  await expect(asked.getByText("Exit 0, no output.")).toBeVisible();
  await expect(page.getByText(`Approved by ${people.approver.name}`)).toBeVisible();
});

test("a grant that is revoked stops the command that runs on it, and its card says why", async () => {
  const { page } = member;
  const card = await run(page, "tail --retry -F .env");
  await card.getByRole("button", { name: "Allow more…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Run it/ });
  await dialog.getByRole("radio", { name: /^Read this path/ }).check();
  await dialog.getByRole("button", { name: "Run and grant" }).click();
  await expect(card.getByText("Running", { exact: true })).toBeVisible();

  const grants = await member.context.newPage();
  await grants.goto(`/${org}/grants`);
  const standing = grants.getByRole("listitem").filter({ hasText: title });
  await standing.getByRole("button", { name: /^Revoke/ }).click();
  await expect(standing).toHaveCount(0);
  await grants.close();
  await expect(card.getByText("Running", { exact: true })).toBeHidden();
  await expect(card).toContainText(/Stopped: .*on which it depended/);
});

test("a browser shows what it is told of, and opens no page but ours, whatever a message says", async ({
  browser,
}) => {
  const { context, page } = await browserOf(browser, "approver", phoneSized);
  await context.grantPermissions(["notifications"]);
  await page.goto(`/${org}/profile`);
  await page.evaluate(
    (scope) => navigator.serviceWorker.register("/push-worker.js", { scope }).then(() => undefined),
    `/${org}/`,
  );
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
      const active = versions.find(({ status }) => status === "activated");
      if (active !== undefined) resolve(active.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  const shown = () =>
    page.evaluate(async (scope) => {
      const registration = await navigator.serviceWorker.getRegistration(scope);
      const notifications = (await registration?.getNotifications()) ?? [];
      return notifications.map(({ title: said, data }) => [said, (data as { url: string }).url]);
    }, `/${org}/`);
  const deliver = (data: string) =>
    cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  await deliver(JSON.stringify({ title: "curl waits", body: "x", url: `${origin}/link/abc`, tag: "one" }));
  await expect.poll(shown).toContainEqual(["curl waits", `${origin}/link/abc`]);
  await deliver(JSON.stringify({ title: "phish", body: "x", url: "https://evil.example/", tag: "two" }));
  await expect.poll(shown).toContainEqual(["phish", origin]);
  await context.close();
});
