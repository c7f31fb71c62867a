import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { pageText } from "../../../../apps/worker/src/files/page-text.ts";
import { threadFile } from "../../../../apps/worker/src/files/thread-file.ts";
import { createThreadPool } from "../../../../apps/worker/src/files/thread-pool.ts";

const directory = mkdtempSync(path.join(tmpdir(), "gatehouse-page-"));
const threads = createThreadPool(threadFile(directory), { pageMs: 1_500 });
afterAll(async () => {
  await threads.close();
  rmSync(directory, { recursive: true });
});

describe("the text of a page", () => {
  it("of a page without an article is all of it, with links that lead somewhere", () => {
    const { text } = pageText(
      '<title>List</title><ul><li><a href="/a">A</a></li><li><a href="data:text/html,x">B</a></li></ul>',
      "https://example.com/dir/",
    );
    expect(text).toContain("[A](https://example.com/a)");
    expect(text).not.toContain("data:");
  });

  it("of a page nested to exhaust its reader is an error at the deadline, and the next page is read", async () => {
    const signal = new AbortController().signal;
    const url = "https://example.com/";
    await expect(threads.page({ html: "<div>".repeat(250_000), url }, signal)).rejects.toThrow();
    const quick = createThreadPool(threadFile(directory));
    expect((await quick.page({ html: "<p>plain words</p>", url }, signal)).text).toBe("plain words");
    await quick.close();
  });
});
