import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

// The same port in every process of one run: the first one to load this file chooses, the others inherit it.
process.env.E2E_PORT ??= String(20_000 + (process.pid % 20_000));
const debianChromium = "/usr/bin/chromium";
const browser = process.env.CHROMIUM_PATH ?? (existsSync(debianChromium) ? debianChromium : undefined);

export default defineConfig({
  testDir: "test/e2e",
  outputDir: "test-results",
  globalSetup: "./test/helpers/start-product.ts",
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
