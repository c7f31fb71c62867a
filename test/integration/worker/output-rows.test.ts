import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, outputOf, request, run } from "../../helpers/call.ts";
import { makeOrg, type TestOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let org: TestOrg;
let sessionId: string;
let million: string;

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg();
  sessionId = await openSession(org, org.admin);
  const call = await run(org, org.admin, { sessionId, argv: ["seq", "1000000"] });
  million = call.execution?.id ?? "";
});
afterAll(() => worker.stop());

const api = () => org.admin.api.output;

async function find(text: string, kind: "literal" | "regex", executionId = million): Promise<number[]> {
  const rows = new Set<number>();
  for (let cursor: { row: number; open: number[] } = { row: 0, open: [] }; ; ) {
    const part = await api().find.query({ org: org.slug, executionId, text, kind, cursor });
    for (const row of part.rows) rows.add(row);
    if (part.done) return [...rows].sort((a, b) => a - b);
    cursor = { row: part.cursor.row, open: [...part.cursor.open] };
  }
}

describe("rows of an output of a million lines", () => {
  it("are counted, and any of them is read without reading those before", async () => {
    expect(await api().summary.query({ org: org.slug, executionId: million })).toMatchObject({
      rows: 1_000_000,
      bytes: 6_888_896,
      state: "finished",
      binary: null,
    });
    for (const from of [0, 123_456, 999_998]) {
      const { rows, complete } = await api().rows.query({
        org: org.slug,
        executionId: million,
        from,
        limit: 2,
      });
      expect(rows.map((row) => row.text)).toEqual([String(from + 1), String(from + 2)]);
      expect(complete).toBe(true);
    }
    const marks = await services.db.outputMark.count({ where: { executionId: million } });
    expect(marks).toBeGreaterThan(90);
    expect(marks).toBeLessThan(120);
  });

  it("are found by text and by expression", async () => {
    expect(await find("99999", "literal")).toHaveLength(19);
    expect(await find("^(\\d)23456$", "regex")).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => n * 100_000 + 23_455),
    );
  });

  it("cannot be searched with an expression that takes for ever, and a wrong one is said to be", async () => {
    const call = await run(org, org.admin, {
      sessionId,
      argv: ["python3", "-c", "print(('a'*8000+'!\\n')*20)"],
    });
    expect(await find("(a+)+$", "regex", call.execution?.id)).toEqual([]);
    await expect(find("(", "regex")).rejects.toThrow(/no regular expression/);
  });
});

describe("an output that is still written", () => {
  it("shows its rows as far as they are, and ten readers of it get the same bytes", async () => {
    const script =
      "import sys,time,random\nr=random.Random(5)\nfor i in range(40):\n sys.stdout.write('%d ' % i + 'x' * r.randrange(20000) + '\\n'); sys.stdout.flush(); time.sleep(0.02)";
    const call = await request(org, org.admin, { sessionId, argv: ["python3", "-c", script] });
    const executionId = call.execution?.id ?? "";
    await until("the first rows", async () => {
      const { rows } = await api().rows.query({ org: org.slug, executionId, from: 0, limit: 1 });
      return rows[0]?.text.startsWith("0 ") === true;
    });
    const watched = await Promise.all(Array.from({ length: 10 }, () => watchAll(executionId)));
    const row = await services.db.execution.findUniqueOrThrow({ where: { id: executionId } });
    expect(new Set(watched)).toEqual(new Set([row.outputDigest]));
    const bytes = await outputOf(org, org.admin, executionId);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(row.outputDigest);
  });

  it("says that it is binary, and shows both streams, colours and progress lines as a reader expects", async () => {
    const binary = await run(org, org.admin, { sessionId, argv: ["printf", "\\177ELF\\000\\001"] });
    const about = { org: org.slug, executionId: binary.execution?.id ?? "" };
    expect((await api().summary.query(about)).binary).toBe(Buffer.from("\x7fELF\0\x01").toString("base64"));
    const script =
      "printf '10%%\\r20%%\\n\\033]0;t\\007\\033[31mred\\n'; sleep 0.2; echo oops >&2; sleep 0.2; printf 'still\\033[0m\\n'";
    const text = await run(org, org.admin, { sessionId, argv: ["bash", "-c", script] });
    const { rows } = await api().rows.query({
      org: org.slug,
      executionId: text.execution?.id ?? "",
      from: 0,
      limit: 9,
    });
    expect(rows.map((row) => [row.text, row.stderr])).toEqual([
      ["20%", false],
      ["\u001b[0;31mred", false],
      ["oops", true],
      ["\u001b[0;31mstill\u001b[0m", false],
    ]);
  });
});

/** Digest of everything a reader is given from the first byte to the end. */
function watchAll(executionId: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const hash = createHash("sha256");
    const subscription = api().watch.subscribe(
      { org: org.slug, executionId, from: 0 },
      {
        onError: reject,
        onData: ({ data }) => {
          if ("bytesBase64" in data) return void hash.update(Buffer.from(data.bytesBase64, "base64"));
          subscription.unsubscribe();
          resolve(hash.digest("hex"));
        },
      },
    );
  });
}
