import { expect, test } from "@playwright/test";
import { withAuthenticator } from "../helpers/authenticator.ts";
import { browserOf, org, people } from "../helpers/people.ts";

const first = "Work laptop";
const name = "Laptop at work";

test("a passkey made on the profile page opens the account without a password, until it is removed", async ({
  browser,
}) => {
  const { context, page } = await browserOf(browser, "auditor");
  await withAuthenticator(page);

  await page.goto(`/${org}/profile`);
  const row = (of: string) => page.getByRole("listitem").filter({ hasText: of });
  await expect(page.getByText("No passkeys yet")).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  const add = adding.getByRole("button", { name: "Add the passkey" });
  await adding.getByLabel("Name").fill(first);
  await expect(add, "no passkey without a proof").toBeDisabled();
  await adding.getByLabel("Your password").fill("not the password");
  await add.click();
  await expect(adding.getByRole("alert")).toHaveText("That is not your password.");
  await adding.getByLabel("Your password").fill(people.auditor.password);
  await add.click();
  await expect(row(first)).toContainText("not used yet");

  await page.getByRole("button", { name: `Rename ${first}` }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(row(name)).toBeVisible();

  await page.getByRole("button", { name: "Account and theme" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL((url) => url.pathname.startsWith(`/${org}/`));

  await page.goto(`/${org}/profile`);
  await expect(row(name)).toContainText("last used");
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  const removing = page.getByRole("alertdialog", { name: `Remove ${name}?` });
  await removing.getByLabel("Your password").fill(people.auditor.password);
  await removing.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No passkeys yet")).toBeVisible();
  await context.close();
});
