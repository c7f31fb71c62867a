import { readdirSync, readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { command, type ModelServer, startModelServer } from "../helpers/model-server.ts";
import { browserOf, org } from "../helpers/people.ts";
import { newSession } from "../helpers/session-page.ts";

test.describe.configure({ mode: "serial" });

let context: BrowserContext;
let page: Page;
let server: ModelServer;

test.beforeAll(async ({ browser }) => {
  server = await startModelServer();
  ({ context, page } = await browserOf(browser, "admin"));
});
test.afterAll(async () => {
  await context.close();
  await server.mock.stop();
});

async function talk(text: string): Promise<void> {
  const talks = page.getByRole("radio", { name: "Talk" });
  if ((await talks.getAttribute("aria-checked")) !== "true") await talks.click();
  const field = page.getByLabel("Message");
  await field.fill(text);
  await field.press("Enter");
  await expect(field).toHaveValue("");
}

const turn = () => page.getByRole("region", { name: "Turn of the agent" }).last();
const status = () => turn().getByRole("status", { name: "Turn" });

test("the demonstration agent shows the whole loop, and waits for a person's answer", async () => {
  await newSession(page, "A first look", "Auto");
  await talk("Show me how this works.");
  const waiting = page.getByRole("article", { name: /^cat: Waiting/ });
  await expect(waiting).toBeVisible({ timeout: 60_000 });
  await expect(waiting).toContainText("An agent on behalf of Ada Admin asks to run cat");
  await expect(page.getByRole("article", { name: /^bash: Refused/ })).toBeVisible();
  await expect(status()).toContainText("Waits for a person");
  await page.reload();
  await expect(page.getByRole("article", { name: /^cat: Waiting/ })).toBeVisible();
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
  const card = page.getByRole("article", { name: /^cat: Waiting/ });
  await card.getByRole("button", { name: "Deny…" }).click();
  await card.getByRole("button", { name: "Deny", exact: true }).click();
  await expect(status()).toContainText("Finished", { timeout: 30_000 });
  await expect(turn()).toContainText("You said no");
});

test("an admin adds a model and tries it", async () => {
  await page.goto(`/${org}/models`);
  await page.getByRole("button", { name: "Add a provider" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a provider" });
  await dialog.getByLabel("Name").fill("Mock");
  await dialog.getByLabel("Address").fill(`${server.mock.url}/v1`);
  await dialog.getByLabel("Key").fill("sk-mock");
  await dialog.getByRole("textbox", { name: "Model 1" }).fill("mock-model");
  await dialog.getByRole("combobox").click();
  await page.getByRole("option", { name: "mock-model" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  server.script("Say hello.", [{ content: "Hello." }]);
  const row = page.getByRole("listitem").filter({ hasText: "Mock" }).first();
  await row.getByRole("button", { name: "Try it" }).click();
  await expect(row.getByRole("status")).toContainText("Works:", { timeout: 30_000 });
  await expect(page.getByText("sk-mock")).toHaveCount(0);
});

test("a file of the person's own outside the session is not read without them", async () => {
  server.script("read my shell settings", [
    {
      toolCalls: [
        command(["cat", "/root/.zshrc"]),
        { name: "read_files", arguments: { files: [{ path: "~/.zshrc" }] } },
      ],
    },
    { content: "I may not." },
  ]);
  await newSession(page, "Reading outside", "Auto");
  await talk("read my shell settings");
  const waiting = page.getByRole("article", { name: /Waiting for approval/ });
  await expect(waiting).toHaveCount(2, { timeout: 30_000 });
  for (let left = await waiting.count(); left > 0; left = await waiting.count()) {
    await waiting.first().getByRole("button", { name: "Deny…" }).click();
    await waiting.first().getByRole("button", { name: "Deny", exact: true }).click();
    await expect(waiting).toHaveCount(left - 1);
  }
  await expect(turn()).toContainText("I may not.");
  await expect(page.getByText("No grants")).toBeVisible();
});

test("rm -rf / is refused, and nothing is gone", async () => {
  server.script("clean everything", [{ toolCalls: [command(["rm", "-rf", "/"])] }, { content: "Refused." }]);
  await talk("clean everything");
  await expect(page.getByRole("article", { name: /^rm: Refused/ })).toBeVisible();
  await expect(turn()).toContainText("Refused.");
});

test("stopping ends a long command with its processes, and the turn says stopped", async () => {
  server.script("wait long", [{ toolCalls: [command(["sleep", "4217"])] }]);
  await talk("wait long");
  await expect(page.getByRole("article", { name: /^sleep: Running/ })).toBeVisible();
  await page.getByRole("button", { name: "Stop the agent" }).click();
  await expect(status()).toContainText("Stopped");
  await expect(page.getByRole("article", { name: /^sleep: Cancelled/ })).toBeVisible();
  await expect.poll(sleeping).toBe(false);
});

test("a subagent works inside its card: its steps can be watched, and what it asks is a person's to answer", async () => {
  server.script("ask a helper", [
    { toolCalls: [{ name: "subagents", arguments: { task: "count the keys" } }] },
    { content: "It may not look." },
  ]);
  server.script("count the keys", [
    { content: "I look at the keys.", toolCalls: [command(["cat", ".env"])] },
    { content: "I was not allowed." },
  ]);
  await talk("ask a helper");
  const card = page.getByRole("article", { name: /^subagents:/ }).last();
  await expect(card).toContainText("count the keys");
  await expect(card.getByRole("article", { name: /^cat: Waiting/ })).toContainText(
    "A subagent on behalf of Ada Admin asks to run cat",
    { timeout: 30_000 },
  );
  await expect(status()).toContainText("Waits for a person");
  await card.getByRole("button", { name: "Watch its steps" }).click();
  await expect(card.getByRole("region", { name: "Turn of the subagent" })).toContainText(
    "I look at the keys.",
  );
  await card.getByRole("button", { name: "Deny…" }).click();
  await card.getByRole("button", { name: "Deny", exact: true }).click();
  await expect(card.getByRole("region", { name: "Turn of the subagent" })).toContainText(
    "I was not allowed.",
  );
  await expect(turn()).toContainText("It may not look.", { timeout: 30_000 });
});

/** Whether any process of this machine still sleeps for the test. */
function sleeping(): boolean {
  return readdirSync("/proc").some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").startsWith("sleep\u00004217");
    } catch (_gone) {
      return false;
    }
  });
}

/** Publishes a policy through the API, as the page of the policy does. */
async function setStepLimit(steps: number): Promise<void> {
  const call = (path: string, input: Record<string, unknown>) =>
    page.evaluate(
      async ([procedure, json]) => {
        const answer = await fetch(`/api/trpc/${procedure}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ json }),
        });
        if (!answer.ok) throw new Error(await answer.text());
        return (await answer.json()) as { result: { data: { json: { revision: number } } } };
      },
      [path, input] as const,
    );
  const document = { limits: { turn_iterations: steps } };
  const saved = await call("policy.saveDraft", { org, document, revision: 0 });
  const { revision } = saved.result.data.json;
  await call("policy.publishDraft", { org, revision, reason: "a test of the limit", confirmed: [] });
}

test("the org's limit of steps ends a turn, and it may go on", async () => {
  server.script("never ending", [{ toolCalls: [command(["date"])] }]);
  server.script("Go on.", [{ content: "On it goes." }]);
  await setStepLimit(2);
  await talk("never ending");
  await expect(status()).toContainText("Limit reached", { timeout: 30_000 });
  await expect(turn()).toContainText("limit of 2 steps");
  await page.getByRole("button", { name: "Let it go on" }).click();
  await expect(turn()).toContainText("On it goes.");
});
