import { agentWorkspace } from "@gatehouse/core/path/facts";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { FileResult } from "@gatehouse/core/contracts/files";
import type { FileCall } from "@gatehouse/core/tool-call/tool-call";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, outputOf, run } from "../../helpers/call.ts";
import { callFile, type FileAnswer } from "../../helpers/file-call.ts";
import { auditTypes, makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let org: TestOrg;
let member: TestMember;
let sessionId: string;

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg();
  member = await org.join("member");
});
afterAll(async () => worker.stop());

const call = (wanted: FileCall): Promise<FileAnswer> => callFile(org, member, { sessionId, call: wanted });
const edit = (input: Extract<FileCall, { tool: "edit_file" }>["input"]): Promise<FileAnswer> =>
  call({ tool: "edit_file", input });
const sh = (script: string): Promise<ToolCallView> =>
  run(org, member, { sessionId, argv: ["bash", "-c", script] });
async function said(script: string): Promise<string> {
  const view = await sh(script);
  return (await outputOf(org, member, view.execution?.id ?? "")).toString();
}
function receiptOf(answer: FileAnswer): Extract<FileResult, { tool: "edit_file" }>["receipt"] {
  if (answer.result?.tool !== "edit_file") throw new Error(`no receipt: ${JSON.stringify(answer)}`);
  return answer.result.receipt;
}
const trash = () => member.api.trash.list.query({ org: org.slug, sessionId });

describe("what a command changed", () => {
  it("is recorded with sizes, and with the text where it is small", async () => {
    sessionId = await openSession(org, member);
    const first = await sh(
      "mkdir src; printf 'one\\n' > src/a.txt; printf 'gone\\n' > b.txt; echo S > .env2",
    );
    expect(first.execution?.filesChanged).toEqual({
      recorded: true,
      created: 3,
      changed: 0,
      deleted: 0,
      listed: 3,
    });
    const second = await sh("printf 'one\\ntwo\\n' > src/a.txt; mv b.txt c.txt; ln -s a.txt src/l");
    expect(second.execution?.filesChanged).toMatchObject({ created: 2, changed: 1, deleted: 1 });
    const changes = await member.api.file.changes.query({
      org: org.slug,
      executionId: second.execution?.id ?? "",
    });
    expect(
      changes.map(({ path: name, change, bytesBefore, bytesAfter }) => [
        name,
        change,
        bytesBefore,
        bytesAfter,
      ]),
    ).toEqual([
      [`${agentWorkspace}/b.txt`, "deleted", 5, null],
      [`${agentWorkspace}/c.txt`, "created", null, 5],
      [`${agentWorkspace}/src/a.txt`, "changed", 4, 8],
      [`${agentWorkspace}/src/l`, "created", null, 5],
    ]);
    expect(changes[2]?.diff).toContain("+two");
    expect(changes[0]?.diff).toContain("-gone");
    const untouched = await sh("cat src/a.txt");
    expect(untouched.execution?.filesChanged).toMatchObject({
      created: 0,
      changed: 0,
      deleted: 0,
      listed: 0,
    });
  });

  it("sees a change that kept size and time, and shows nothing of a sensitive file", async () => {
    const view = await sh(
      "touch -r src/a.txt t; printf 'ONE\\ntwo\\n' > src/a.txt; touch -r t src/a.txt; rm t 2>/dev/null; true",
    );
    expect(view.status).toBe("denied");
    const kept = await sh(
      "touch -r src/a.txt t; printf 'ONE\\ntwo\\n' > src/a.txt; touch -r t src/a.txt; python3 -c \"open('.e'+'nv','w').write('KEY=1')\"",
    );
    const changes = await member.api.file.changes.query({
      org: org.slug,
      executionId: kept.execution?.id ?? "",
    });
    expect(changes.find((one) => one.path.endsWith("/a.txt"))).toMatchObject({
      change: "changed",
      bytesBefore: 8,
    });
    expect(changes.find((one) => one.path.endsWith("/.env"))).toMatchObject({
      change: "created",
      diff: null,
    });
  });

  it("says that nobody looked where there are too many files, and names what was left out", async () => {
    sessionId = await openSession(org, member);
    const left = await sh("mkdir -p node_modules/x; touch node_modules/x/y z");
    expect(left.execution?.filesChanged).toMatchObject({
      recorded: true,
      created: 1,
      leftOut: ["node_modules"],
    });
    const many = await sh("mkdir many; cd many; seq 1 20500 | xargs touch");
    expect(many.execution?.filesChanged).toEqual({ recorded: false, why: "more than 20000 files" });
  });
});

describe("history", () => {
  it("keeps what was there before each edit, and gives any of it back", async () => {
    sessionId = await openSession(org, member);
    await sh("printf 'a\\nb\\nc\\n' > f.txt; chmod 750 f.txt");
    const patched = await edit({
      mode: "patch",
      path: "f.txt",
      targets: [
        { old_string: "b\n", new_string: "B\n" },
        { row: 1, insert_string: "zero" },
      ],
    });
    expect(receiptOf(patched)).toMatchObject({ created: false, lines: 4, bytesBefore: 6 });
    expect(await said("cat f.txt; stat -c %a f.txt")).toBe("zero\na\nB\nc\n750\n");
    const listed = await call({ tool: "file_history", input: { mode: "list", path: "./f.txt" } });
    if (listed.result?.tool !== "file_history" || !("versions" in listed.result.history))
      throw new Error("a list");
    const { versions } = listed.result.history;
    expect(versions.map((version) => version.action)).toEqual(["patch", "command"]);
    const restored = await edit({ mode: "restore", path: "f.txt", version: versions[1]?.id ?? "" });
    expect(receiptOf(restored)).toMatchObject({ mode: "restore", bytes: 6 });
    expect(await said("cat f.txt")).toBe("a\nb\nc\n");
    const foreign = await edit({ mode: "restore", path: "g.txt", version: versions[1]?.id ?? "" });
    expect(receiptOf(foreign)).toMatchObject({ error: expect.stringMatching(/no such version/) });
  });

  it("changes nothing when an anchor is missing or not unique, and says where it stands", async () => {
    await sh("printf 'x\\ny\\nx\\n' > twice.txt");
    const twice = await edit({
      mode: "patch",
      path: "twice.txt",
      targets: [{ old_string: "x", new_string: "z" }],
    });
    expect(receiptOf(twice)).toMatchObject({ error: expect.stringContaining("lines 1, 3") });
    const half = await edit({
      mode: "patch",
      path: "twice.txt",
      targets: [
        { old_string: "y", new_string: "Y" },
        { old_string: "missing", new_string: "z" },
      ],
    });
    expect(half.view.execution?.exitCode).toBe(1);
    expect(await said("cat twice.txt")).toBe("x\ny\nx\n");
  });
});

describe("the trash", () => {
  it("takes what remove and rm move, and gives it back where it was", async () => {
    sessionId = await openSession(org, member);
    await sh("mkdir -p d/e; echo 1 > d/e/f; echo 2 > g; ln -s g l");
    expect(receiptOf(await edit({ mode: "remove", path: "d" }))).toMatchObject({ kind: "directory" });
    expect(receiptOf(await edit({ mode: "remove", path: "l" }))).toMatchObject({ kind: "link" });
    await run(org, member, { sessionId, argv: ["rm", "g"] });
    const { items } = await trash();
    expect(items.map((item) => [item.originalPath, item.by.program])).toEqual([
      [`${agentWorkspace}/g`, "rm"],
      [`${agentWorkspace}/l`, "edit_file"],
      [`${agentWorkspace}/d`, "edit_file"],
    ]);
    for (const item of items) {
      const back = await edit({ mode: "restore", path: item.originalPath, trash: item.id });
      expect(receiptOf(back)).toMatchObject({ path: item.originalPath });
      expect(await auditTypes(org.id, back.view.id)).toContain("trash.restored");
    }
    expect(await said("cat d/e/f g; readlink l")).toBe("1\n2\ng\n");
    expect((await trash()).items).toEqual([]);
    const again = await edit({ mode: "restore", path: "x", trash: items[0]?.id ?? "" });
    expect(receiptOf(again)).toMatchObject({ error: expect.stringMatching(/no such thing/) });
  });

  it("never overwrites: a taken name is an error, or what a person chose", async () => {
    await sh("echo old > n.txt");
    await edit({ mode: "remove", path: "n.txt" });
    await sh("echo new > n.txt");
    const id = (await trash()).items[0]?.id ?? "";
    const taken = await edit({ mode: "restore", path: "n.txt", trash: id });
    expect(receiptOf(taken)).toMatchObject({ error: "the name is taken", conflict: true });
    expect(await said("cat n.txt")).toBe("new\n");
    const both = await edit({ mode: "restore", path: "n.txt", trash: id, conflict: "keep_both" });
    expect(receiptOf(both)).toMatchObject({ path: `${agentWorkspace}/n (2).txt` });
    await edit({ mode: "remove", path: "n (2).txt" });
    const second = (await trash()).items[0]?.id ?? "";
    await edit({ mode: "restore", path: "n.txt", trash: second, conflict: "replace" });
    expect(await said("cat n.txt")).toBe("old\n");
    expect((await trash()).items.map((item) => item.originalPath)).toEqual([`${agentWorkspace}/n.txt`]);
  });

  it("gives a sensitive thing back under its own name only, and nothing of another session", async () => {
    await sh("python3 -c \"open('.e'+'nv','w').write('KEY')\"");
    const asked = await edit({ mode: "remove", path: ".env" });
    await member.api.approval.answer.mutate({
      org: org.slug,
      approvalId: asked.view.approval?.id ?? "",
      shown: asked.view.approval?.shown ?? "",
      answer: "approve",
    });
    const item = await until("it to be in the trash", async () =>
      (await trash()).items.find((one) => one.originalPath.endsWith("/.env")),
    );
    const laundered = await edit({ mode: "restore", path: "plain.txt", trash: item.id });
    expect(receiptOf(laundered)).toMatchObject({ error: expect.stringMatching(/under its own name/) });
    sessionId = await openSession(org, member);
    const foreign = await edit({ mode: "restore", path: "plain.txt", trash: item.id });
    expect(receiptOf(foreign)).toMatchObject({ error: expect.stringMatching(/no such thing/) });
  });

  it("is emptied by a person's wish and after its days, on the record and on the host", async () => {
    await sh("echo 1 > one; echo 2 > two; echo 3 > three");
    for (const name of ["one", "two", "three"]) await edit({ mode: "remove", path: name });
    const [three, two] = (await trash()).items;
    await member.api.trash.empty.mutate({ org: org.slug, sessionId, itemIds: [three?.id ?? ""] });
    await services.db.trashItem.update({
      where: { id: two?.id ?? "" },
      data: { trashedAt: new Date(Date.now() - 31 * 86_400_000) },
    });
    await until("the host's sweep", async () => (await trash()).items.length === 1, 45_000);
    const rows = await services.db.trashItem.findMany({ where: { sessionId } });
    const stored = readdirSync(path.join(worker.dataDir, "data/trash"));
    for (const row of rows) expect(stored.includes(row.storedName)).toBe(row.emptiedAt === null);
    expect(existsSync(path.join(worker.dataDir, "data/trash"))).toBe(true);
    expect((await auditTypes(org.id)).filter((type) => type === "trash.emptied")).toHaveLength(2);
  });
});
