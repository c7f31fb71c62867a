import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { agentWorkspace } from "@gatehouse/core/path/facts";
import { browserOf } from "../helpers/people.ts";
import { newSession, run } from "../helpers/session-page.ts";

test.describe.configure({ mode: "serial" });

let context: BrowserContext;
let page: Page;
let session: string;

test.beforeAll(async ({ browser }) => {
  ({ context, page } = await browserOf(browser, "admin"));
  session = await newSession(page, "Files", "Auto");
});
test.afterAll(() => context.close());

const tree = () => page.getByRole("list", { name: "Files", exact: true });
/** The line of one name, which begins with it. */
const entry = (name: string) =>
  tree()
    .getByRole("button", { name: new RegExp(`^${name.replace(/[().]/g, "\\$&")}`) })
    .first();
const visit = (where: "files" | "trash") => page.goto(`${session}/${where}`);
/** Back on the session's page, with its calls drawn. */
const back = async (): Promise<void> => {
  await page.goto(session);
  await expect(page.getByRole("article").first()).toBeVisible();
};
const shot = async (name: string): Promise<void> => {
  const directory = process.env.SCREENSHOTS;
  if (directory === undefined) return;
  for (const [form, width] of [
    ["wide", 1440],
    ["narrow", 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `${directory}/${name}-${form}-${scheme}.png` });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
};

test("says on its card which files a command changed, with the difference", async () => {
  await run(page, "mkdir -p src docs; printf 'one\\ntwo\\n' > src/a.txt; echo '# Plan' > docs/plan.md");
  const first = page.getByRole("article").last();
  await expect(first.getByRole("button", { name: "Files: 2 created" })).toBeVisible();
  await run(page, "printf 'one\\n2\\n' > src/a.txt; head -c 2000 /dev/urandom > data.bin");
  const card = page.getByRole("article").last();
  await card.getByRole("button", { name: "Files: 1 created, 1 changed" }).click();
  await card.getByRole("button", { name: /src\/a\.txt/ }).click();
  await expect(card.getByRole("region", { name: "Change of src/a.txt" })).toContainText("+2");
  await shot("changed");
});

test("shows the tree, opens text and binary, and marks what was changed and by which call", async () => {
  await page.getByRole("link", { name: "Files", exact: true }).click();
  await page.waitForURL("**/files");
  await entry("src").click();
  await entry("a.txt").click();
  const view = page.getByRole("region", { name: "src/a.txt" });
  await expect(view.getByRole("region", { name: "Content of a.txt" })).toContainText("2");
  await expect(view.getByRole("link", { name: /changed by bash/ })).toBeVisible();
  await shot("open");
  await entry("data.bin").click();
  await expect(page.getByText("This is no text")).toBeVisible();
  await shot("binary");
});

test("makes, uploads and downloads a file; a taken name is asked about and stays in the history", async () => {
  await visit("files");
  await page.getByRole("button", { name: "New" }).click();
  const dialog = page.getByRole("dialog", { name: "New file" });
  await dialog.getByLabel("Path in the workspace").fill("notes/new.txt");
  await dialog.getByLabel("Content").fill("first\n");
  await shot("new");
  await dialog.getByRole("button", { name: "Make the file" }).click();
  await expect(page.getByRole("region", { name: "Content of new.txt" })).toContainText("first");
  const upload = async (text: string): Promise<void> =>
    page
      .getByLabel("Files to upload")
      .setInputFiles({ name: "up.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await upload("version one\n");
  await expect(page.getByText("1 file uploaded.")).toBeVisible();
  await upload("version two\n");
  await page.getByRole("alertdialog").getByRole("button", { name: "Replace" }).click();
  await entry("up.txt").click();
  await expect(page.getByRole("region", { name: "Content of up.txt" })).toContainText("version two");
  await page.getByRole("button", { name: "History" }).click();
  const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(versions).toHaveCount(2);
  await versions.nth(1).getByRole("button").click();
  await expect(page.getByRole("region", { name: "Difference to what is there now" })).toContainText(
    "-version one",
  );
  await shot("history");
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect(page.getByText("Restored. What was there is a version now.")).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  const stream = await download.createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  expect(Buffer.concat(parts).toString()).toBe("version one\n");
});

test("asks before a sensitive file is shown", async () => {
  await back();
  await shot("transcript");
  await run(page, `python3 -c "open('.e'+'nv','w').write('KEY=1')"`);
  await expect(page.getByRole("article").last().getByText("Exit 0", { exact: true })).toBeVisible();
  await visit("files");
  await expect(entry(".env").getByText("sensitive")).toBeAttached();
  await entry(".env").click();
  await expect(page.getByText("Reading this asks a person first.")).toBeVisible();
  await shot("sensitive");
  await page.getByRole("button", { name: "Run once" }).click();
  await expect(page.getByRole("region", { name: "Content of .env" })).toContainText("KEY=1");
});

test("deletes to the trash and brings back, with a choice where the name is taken", async () => {
  await visit("files");
  await entry("up.txt").click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Moved up.txt to the trash.")).toBeVisible();
  await back();
  await run(page, "echo other > up.txt; mkdir gone; touch gone/x");
  await run(page, "rm -r gone");
  await expect(page.getByRole("article").last().getByText("Exit 0", { exact: true })).toBeVisible();
  await visit("trash");
  await expect(page.getByRole("row")).toHaveCount(3);
  await shot("trash");
  await page.getByRole("button", { name: "Restore gone" }).click();
  await expect(page.getByText(`Restored ${agentWorkspace}/gone.`)).toBeVisible();
  await page.getByRole("button", { name: "Restore up.txt" }).click();
  const conflict = page.getByRole("dialog", { name: "Something else has this name now" });
  await shot("conflict");
  await conflict.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText(`Restored ${agentWorkspace}/up (2).txt.`)).toBeVisible();
  await expect(page.getByText("Nothing deleted")).toBeVisible();
  await visit("files");
  await expect(entry("up (2).txt")).toBeVisible();
  await shot("tree");
  await expect(entry("gone")).toBeVisible();
});
