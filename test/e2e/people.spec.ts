import { createOTP } from "@better-auth/utils/otp";
import { base32 } from "@better-auth/utils/base32";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { type OidcServer, startOidcServer } from "../helpers/oidc-server.mjs";
import { withAuthenticator } from "../helpers/authenticator.ts";
import { browserOf, org, people } from "../helpers/people.ts";
import { newSession, run } from "../helpers/session-page.ts";

test.describe.configure({ mode: "serial" });

const nora = {
  subject: "nora",
  claims: { email: "nora@newcomers.example", email_verified: true, name: "Nora New" },
};
let provider: OidcServer;
let admin: { context: BrowserContext; page: Page };

test.beforeAll(async ({ browser, baseURL }) => {
  provider = await startOidcServer({ redirectUri: `${baseURL ?? ""}/api/oidc/callback` });
  admin = await browserOf(browser, "admin");
});
test.afterAll(async () => {
  await admin.context.close();
  await provider.close();
});

async function signInThere(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with Newcomers' ID" }).click();
  await page.waitForURL((url) => url.pathname.startsWith(`/${org}/`));
}

/** Ticks or unticks that auditors need a second factor, and saves it. */
async function requireOfAuditors(needed: boolean): Promise<void> {
  const { page } = admin;
  await page.goto(`/${org}/settings`);
  await page.getByRole("checkbox", { name: /^Auditor/ }).setChecked(needed);
  await page.getByRole("button", { name: "Save: Required second factor" }).click();
  await expect(page.getByText("Saved.").first()).toBeVisible();
}

test("an admin sets up an identity provider, and a newcomer of its domain comes in with one click", async ({
  browser,
}) => {
  const { page } = admin;
  await page.goto(`/${org}/settings`);
  await page.getByRole("button", { name: "Set up OpenID Connect" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Newcomers' ID");
  await page.getByLabel("Issuer").fill("http://id.example.com");
  await page.getByLabel("Client id").fill(provider.clientId);
  await page.getByLabel("Client secret").fill(provider.secret);
  await page.getByLabel("E-mail domains that may sign in").fill("newcomers.example");
  await page.getByRole("combobox", { name: "Whoever has no invitation" }).click();
  await page.getByRole("option", { name: "joins as an auditor" }).click();
  await page.getByRole("button", { name: "Try it and save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "issuer: it begins with https://" })).toBeVisible();
  await page.getByLabel("Issuer").fill(provider.issuer);
  await page.getByRole("button", { name: "Try it and save" }).click();
  await expect(page.getByText("Sign in with Newcomers' ID")).toBeVisible();

  const context = await browser.newContext();
  const guest = await context.newPage();
  provider.setAccount({ ...nora, claims: { ...nora.claims, email_verified: false } });
  await guest.goto("/login");
  await guest.getByRole("button", { name: "Sign in with Newcomers' ID" }).click();
  await expect(guest.getByRole("alert").filter({ hasText: "has not verified your e-mail" })).toBeVisible();
  provider.setAccount(nora);
  await signInThere(guest);
  await expect(guest.getByText("Nora New").first()).toBeVisible();
  await context.close();
});

test("whose role needs a second factor sets one up first, keeps the codes, and an admin can reset it", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await requireOfAuditors(true);
    provider.setAccount(nora);
    await signInThere(page);
    await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
    await page.goto(`/${org}/sessions`);
    await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    await page.getByRole("button", { name: "Set up the app" }).click();
    const secret = (await page.locator("code").first().textContent()) ?? "";
    const otp = createOTP(new TextDecoder().decode(base32.decode(secret)));
    await page.getByLabel("Code that the app shows").fill(await otp.totp());
    await page.getByRole("button", { name: "Turn it on" }).click();
    await expect(page.getByText("Keep these recovery codes")).toBeVisible();
    await page.getByRole("button", { name: /^Go on to/ }).click();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();

    await admin.page.goto(`/${org}/members`);
    await admin.page.getByRole("button", { name: "Reset the second factor of Nora New" }).click();
    const dialog = admin.page.getByRole("alertdialog", { name: "Reset the second factor of Nora New?" });
    await dialog.getByRole("textbox", { name: "Password" }).fill(people.admin.password);
    await dialog.getByRole("button", { name: "Reset it" }).click();
    await expect(dialog).toHaveCount(0);
    await page.goto(`/${org}/profile`);
    await page.waitForURL((url) => url.pathname === "/login");
  } finally {
    await requireOfAuditors(false);
    await context.close();
  }
});

test("a passkey answers what asks for proof, in the place of the password, and the record says so", async ({
  browser,
}) => {
  const { context, page } = await browserOf(browser, "approver");
  await withAuthenticator(page);
  await page.goto(`/${org}/profile`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  await adding.getByLabel("Name").fill("Key of the approver");
  await adding.getByLabel("Your password").fill(people.approver.password);
  await adding.getByRole("button", { name: "Add the passkey" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Key of the approver" })).toBeVisible();

  await newSession(page, "Proof by passkey", "Safe");
  const card = await run(page, "cat /etc/ssl/private/by-passkey.key");
  const ask = card.getByRole("button", { name: "Run once with proof…" });
  await expect(ask).toHaveAttribute("aria-disabled", "false");
  await ask.click();
  const dialog = page.getByRole("alertdialog", { name: "Prove that it is you" });
  await dialog.getByRole("radio", { name: "Passkey" }).click();
  await dialog.getByRole("button", { name: "Confirm and run once" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card.getByText("Waiting for approval")).toHaveCount(0);

  await page.goto(`/${org}/profile`);
  await page.getByRole("button", { name: "Remove Key of the approver" }).click();
  const removing = page.getByRole("alertdialog", { name: "Remove Key of the approver?" });
  await removing.getByLabel("Your password").fill(people.approver.password);
  await removing.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No passkeys yet")).toBeVisible();
  await context.close();
});
