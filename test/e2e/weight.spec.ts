import { type Browser, expect, type Page, test } from "@playwright/test";
import { browserOf, org } from "../helpers/people.ts";
import { newSession } from "../helpers/session-page.ts";

/** Compressed bytes of scripts and styles that a browser with an empty cache fetches until the page is still. */
async function firstLoadBytes(browser: Browser, from: Page, address: string): Promise<number> {
  const context = await browser.newContext({ storageState: await from.context().storageState() });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  const weighed = new Set<string>();
  let bytes = 0;
  cdp.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script" || type === "Stylesheet") weighed.add(requestId);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (weighed.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(address);
  await expect(page.getByRole("heading").first()).toBeVisible();
  await page.waitForTimeout(1_500);
  await context.close();
  return bytes;
}

test("a first look at a session and at the audit costs little", async ({ browser }) => {
  const { context, page } = await browserOf(browser, "admin");
  const session = await newSession(page, "Light", "Auto");
  const sessionKb = Math.round((await firstLoadBytes(browser, page, session)) / 1000);
  const auditKb = Math.round((await firstLoadBytes(browser, page, `/${org}/audit`)) / 1000);
  await context.close();
  console.log(`first load: ${JSON.stringify({ sessionKb, auditKb })}`);
  // React and Next.js alone are some 130 of them.
  for (const [kb, most] of [
    [sessionKb, 400],
    [auditKb, 350],
  ] as const) {
    expect(kb).toBeGreaterThan(130);
    expect(kb).toBeLessThan(most);
  }
});
