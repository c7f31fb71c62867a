import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from "@playwright/test";
import type { Role } from "@gatehouse/core/role";

/** The people of the browser tests: one org, one account for each role, made by the product's own pages. */
export const orgName = "Acme Research";
export const org = "acme-research";

export const people: Record<Role, { name: string; email: string; password: string }> = {
  admin: { name: "Ada Admin", email: "ada@example.com", password: "granite-lantern-42" },
  approver: { name: "Abe Approver", email: "abe@example.com", password: "marble-compass-17" },
  member: { name: "Mia Member", email: "mia@example.com", password: "copper-harbour-88" },
  auditor: { name: "Oli Auditor", email: "oli@example.com", password: "velvet-ledger-63" },
};

export async function setUp(page: Page): Promise<void> {
  const { name, email, password } = people.admin;
  await page.goto(process.env.SETUP_LINK ?? "");
  await page.getByLabel("Org name").fill(orgName);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Make the org" }).click();
  await page.waitForURL(`**/${org}/sessions`);
}

export async function signIn(page: Page, role: Role): Promise<void> {
  const { email, password } = people[role];
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname.startsWith(`/${org}/`));
}

/** The link that an admin hands over. */
export async function invite(page: Page, role: Role): Promise<string> {
  await page.goto(`/${org}/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a member" });
  await dialog.getByLabel("E-mail").fill(people[role].email);
  await dialog.getByRole("radio", { name: new RegExp(`^${role}`, "i") }).check();
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const link = dialog.getByRole("textbox", { name: `Link for ${people[role].email}` });
  await expect(link).toHaveValue(/\/invitation\?token=/);
  const url = await link.inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  return url;
}

export async function accept(page: Page, role: Role, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole("heading", { name: `Join ${orgName}` })).toBeVisible();
  await page.getByLabel("Your name").fill(people[role].name);
  await page.getByLabel("Choose a password").fill(people[role].password);
  await page.getByRole("button", { name: "Join" }).click();
  await page.waitForURL((url) => url.pathname.startsWith(`/${org}/`));
}

async function isSignedIn(page: Page): Promise<boolean> {
  return page
    .waitForURL((url) => url.pathname.startsWith(`/${org}/`), { timeout: 3_000 })
    .then(
      () => true,
      () => false,
    );
}

/** A browser of its own in which this person is signed in; whoever does not exist yet is made first. */
export async function browserOf(
  browser: Browser,
  role: Role,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto("/");
  await page.waitForURL((url) => /^\/(setup|login)/.test(url.pathname));
  const fresh = new URL(page.url()).pathname === "/setup";
  if (role === "admin") {
    await (fresh ? setUp(page) : signIn(page, "admin"));
    return { context, page };
  }
  if (fresh) await (await browserOf(browser, "admin")).context.close();
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(people[role].email);
  await page.getByLabel("Password").fill(people[role].password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  if (!(await isSignedIn(page))) {
    const admin = await browserOf(browser, "admin");
    await accept(page, role, await invite(admin.page, role));
    await admin.context.close();
  }
  return { context, page };
}
