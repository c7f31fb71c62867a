import { agentWorkspace } from "@gatehouse/core/path/facts";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { browserOf, org, people } from "../helpers/people.ts";
import { newSession, outputOf, run } from "../helpers/session-page.ts";

test.describe.configure({ mode: "serial" });

type Seat = { context: BrowserContext; page: Page };
let member: Seat;
let approver: Seat;

test.beforeAll(async ({ browser }) => {
  member = await browserOf(browser, "member");
  approver = await browserOf(browser, "approver");
});
test.afterAll(async () => {
  await member.context.close();
  await approver.context.close();
});

test("asks a member before a command that does more than read, and runs it after one click", async () => {
  const { page } = member;
  await newSession(page, "Careful work", "Safe");
  await page.getByLabel("Command line").fill("touch notes.txt");
  await expect(page.getByText("Will ask for a click")).toBeVisible();
  const card = await run(page, "touch notes.txt");
  await expect(card.getByText("Waiting for approval")).toBeVisible();
  await card.getByRole("button", { name: "Run once" }).click();
  await expect(card.getByText("Exit 0, no output.")).toBeVisible();
  const read = await run(page, "ls");
  await expect(outputOf(read)).toContainText("notes.txt");
});

test("does not answer in the first moments after the question appears", async () => {
  const { page } = member;
  const card = await run(page, "touch too-fast.txt");
  const button = card.getByRole("button", { name: "Run once" });
  await button.waitFor();
  if ((await button.getAttribute("aria-disabled")) === "true") await button.dispatchEvent("click");
  await expect(card.getByText("Waiting for approval")).toBeVisible();
  await expect(button).toHaveAttribute("aria-disabled", "false");
  await card.getByRole("button", { name: "Deny…" }).click();
  await card.getByLabel("Why not").fill("wrong name");
  await card.getByRole("button", { name: "Deny", exact: true }).click();
  await expect(card.getByText("Refused", { exact: true })).toBeVisible();
  await expect(card).toContainText("wrong name");
});

test("moves a file to the trash instead of deleting it", async () => {
  const card = await run(member.page, "rm notes.txt");
  await card.getByRole("button", { name: "Run once" }).click();
  await expect(card.getByText("Exit 0", { exact: true })).toBeVisible();
  const read = await run(member.page, "ls");
  await expect(read.getByText("Exit 0, no output.")).toBeVisible();
});

test("shows all of what a file would get before it takes a yes, with nothing in it invisible", async () => {
  const { page } = member;
  const sessionId = new URL(page.url()).pathname.split("/").at(-1);
  const content = `first line\n${"middle\n".repeat(3_000)}++ beside-the-signs()\nlast \u202etxet`;
  const call = { tool: "edit_file", input: { mode: "write", path: `${agentWorkspace}/long.py`, content } };
  const asked = page.evaluate(
    async (json) => {
      const headers = { "content-type": "application/json" };
      await fetch("/api/trpc/file.request", { method: "POST", headers, body: JSON.stringify({ json }) });
    },
    { org, sessionId, requestKey: `long-${Date.now()}`, call },
  );
  const card = page.getByRole("article").filter({ hasText: "long.py" });
  const change = card.getByRole("region", { name: "The change it asks for" });
  await expect(change).toContainText("+first line");
  await expect(card.getByText("a yes takes having seen it to its end")).toBeVisible();
  await change.getByRole("button", { name: "Show all 3,003 lines" }).click();
  await expect(change).toContainText("+++ beside-the-signs()");
  await expect(change.getByText("RLO", { exact: true })).toBeVisible();
  await expect(card.getByRole("button", { name: "Run once" })).toHaveAttribute("aria-disabled", "true");
  await change.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(card.getByRole("button", { name: "Run once" })).toHaveAttribute("aria-disabled", "false");
  await card.getByRole("button", { name: "Run once" }).click();
  await expect(card.getByText("Waiting for approval")).toHaveCount(0);
  await asked;
});

test("sends what needs a password to someone who may step up, who proves it for this one call", async () => {
  const card = await run(member.page, "cat /etc/ssl/private/server.key");
  await expect(card).toContainText("This is not yours to answer");
  await expect(card.getByRole("button", { name: /Run once/ })).toHaveCount(0);

  const { page } = approver;
  await page.goto(`/${org}/approvals`);
  const asked = page.getByRole("article", { name: /^cat/ });
  await expect(asked).toContainText(`${people.member.name} asks to run cat`);
  await asked.getByRole("button", { name: "Run once with proof…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Prove that it is you" });
  await dialog.getByRole("textbox", { name: "Password" }).fill("not my password");
  await dialog.getByRole("button", { name: "Confirm and run once" }).click();
  await expect(dialog.getByRole("alert")).toContainText("That is not your password.");
  await dialog.getByRole("textbox", { name: "Password" }).fill(people.approver.password);
  await dialog.getByRole("button", { name: "Confirm and run once" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(asked).toHaveCount(0);
  await expect(card.getByText("Waiting for approval")).toHaveCount(0);
  await expect(member.page.getByRole("heading", { name: "Grants" }).first()).toBeVisible();
});

test("shows the second of two who answer at once who was first", async () => {
  const card = await run(member.page, "touch twice.txt");
  const { page } = approver;
  await page.goto(`/${org}/approvals`);
  const asked = page.getByRole("article").filter({ hasText: "twice.txt" });
  await expect(asked.getByRole("button", { name: "Run once" })).toHaveAttribute("aria-disabled", "false");
  await expect(card.getByRole("button", { name: "Run once" })).toHaveAttribute("aria-disabled", "false");
  await Promise.all([
    asked.getByRole("button", { name: "Run once" }).click(),
    card.getByRole("button", { name: "Run once" }).click(),
  ]);
  await expect(card.getByText("Exit 0, no output.")).toBeVisible();
  await expect(member.page.getByRole("article", { name: /^touch: Exit 0/ }).last()).toBeVisible();
});

test("keeps a member out of policy changes and of the audit record", async () => {
  const { page } = member;
  await page.goto(`/${org}/policy`);
  await expect(page.getByRole("heading", { name: "Denied commands" })).toBeVisible();
  await expect(page.getByRole("form", { name: "Deny a command" })).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Main" }).getByText("Audit")).toHaveCount(0);
  await page.goto(`/${org}/audit`);
  await expect(page.getByText("Your role does not read the audit record")).toBeVisible();
});

test("answers by keyboard alone", async () => {
  const { page } = member;
  await page.goto(`/${org}/sessions`);
  await page.getByRole("link", { name: "Careful work" }).click();
  await page.getByText("Type a command").or(page.getByLabel("Command line")).first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("touch by-keyboard.txt");
  await page.keyboard.press("Enter");
  const card = page.getByRole("article", { name: /^touch: Waiting/ }).last();
  await expect(card.getByRole("button", { name: "Run once" })).toHaveAttribute("aria-disabled", "false");
  await card.getByRole("button", { name: "Run once" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: /^touch: Exit 0/ }).last()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator("body").press("Control+k");
  await expect(page.getByRole("combobox", { name: "Go to" })).toBeFocused();
  await page.keyboard.type("hosts");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Hosts" })).toBeVisible();
});
