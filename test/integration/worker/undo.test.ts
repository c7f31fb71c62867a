import { agentHome, agentWorkspace } from "@gatehouse/core/path/facts";
import { readdirSync } from "node:fs";
import path from "node:path";
import type { FileCall } from "@gatehouse/core/tool-call/tool-call";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, outputOf, run } from "../../helpers/call.ts";
import { callFile, type FileAnswer, fileAnswer } from "../../helpers/file-call.ts";
import { auditTypes, makeOrg, type TestOrg } from "../../helpers/org.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let org: TestOrg;
let sessionId: string;

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg();
  sessionId = await openSession(org, org.admin);
});
afterAll(() => worker.stop());

const script = (text: string): Promise<ToolCallView> =>
  run(org, org.admin, { sessionId, argv: ["bash", "-c", text] });
async function said(text: string): Promise<string> {
  const view = await script(text);
  return (await outputOf(org, org.admin, view.execution?.id ?? "")).toString();
}
const edit = (input: Extract<FileCall, { tool: "edit_file" }>["input"]): Promise<FileAnswer> =>
  callFile(org, org.admin, { sessionId, call: { tool: "edit_file", input } });

async function undo(
  executions: (ToolCallView | { view: ToolCallView })[],
  conflict?: "replace",
  by = org.admin,
) {
  const first = await by.api.file.undo.mutate({
    org: org.slug,
    sessionId,
    requestKey: randomUUID(),
    executionIds: executions.map((one) => ("view" in one ? one.view : one).execution?.id ?? ""),
    ...(conflict === undefined ? {} : { conflict }),
  });
  const answer = await fileAnswer(org, by, first.view.id);
  const receipt = answer.result?.tool === "edit_file" ? answer.result.receipt : null;
  if (receipt === null || !("undone" in receipt)) throw new Error(JSON.stringify(answer));
  return { ...receipt, view: answer.view };
}
const at = (name: string): string => `${agentWorkspace}/${name}`;

describe("undoing what an execution changed", () => {
  it("takes created files to the trash and gives changed and deleted ones back as they were", async () => {
    await script("mkdir -p src; echo one > src/a.txt; echo two > b.txt; chmod 750 b.txt");
    const changing = await script(
      "echo more >> src/a.txt; python3 -c \"import os; os.unlink('b.txt')\"; echo new > c.txt",
    );
    const receipt = await undo([changing]);
    expect(receipt.problems).toEqual([]);
    expect(receipt.undone).toEqual([
      { path: at("b.txt"), did: "restored" },
      { path: at("c.txt"), did: "moved to trash" },
      { path: at("src/a.txt"), did: "restored" },
    ]);
    expect(await said("cat src/a.txt b.txt; stat -c %a b.txt; ls")).toBe("one\ntwo\n750\nb.txt\nsrc\n");
    const types = await auditTypes(org.id, receipt.view.id);
    expect(types).toContain("tool_call.decided");
    expect(types).toContain("trash.moved");
    expect(types.at(-1)).toBe("execution.finished");
    expect(receipt.view.execution?.filesChanged).toMatchObject({ created: 1, changed: 1, deleted: 1 });
    // and itself
    expect((await undo([receipt])).problems).toEqual([]);
    expect(await said("cat src/a.txt c.txt; ls")).toBe("one\nmore\nnew\nc.txt\nsrc\n");
  });

  it("takes back several at once, to what was before the first of them", async () => {
    await script("mkdir -p many; echo 1 > many/x");
    const steps = [
      await script("echo 2 > many/x; echo y > many/y"),
      await edit({ mode: "write", path: "many/x", content: "3\n" }),
      await edit({ mode: "remove", path: "many/y" }),
      await run(org, org.admin, { sessionId, argv: ["rm", "many/x"] }),
    ];
    const receipt = await undo(steps);
    expect(receipt.problems).toEqual([]);
    expect(await said("ls many; cat many/x")).toBe("x\n1\n");
  });

  it("brings a directory back that rm took away", async () => {
    await script("mkdir -p deep/er; echo 1 > deep/er/f");
    const gone = await run(org, org.admin, { sessionId, argv: ["rm", "-r", "deep"] });
    expect((await undo([gone])).undone).toEqual([{ path: at("deep"), did: "restored" }]);
    expect(await said("cat deep/er/f")).toBe("1\n");
  });

  it("leaves alone and tells what was changed again, unless a person has it replaced", async () => {
    await script("echo a > p; echo b > q");
    const first = await script("echo a2 > p; echo b2 > q; echo n > made");
    await script("echo later > p");
    const receipt = await undo([first]);
    expect(receipt.problems).toEqual([
      { path: at("p"), error: "it was changed again afterwards", conflict: true },
    ]);
    expect(receipt.view.execution?.exitCode).toBe(1);
    expect(await said("cat p q")).toBe("later\nb\n");
    const replaced = await undo([first], "replace");
    expect(replaced.problems).toEqual([]);
    expect(replaced.undone).toEqual([
      { path: at("made"), did: "already gone" },
      { path: at("p"), did: "restored" },
      { path: at("q"), did: "already back" },
    ]);
    const again = await undo([first]);
    expect(again.problems).toEqual([]);
    expect(again.undone.filter(({ did }) => !did.startsWith("already"))).toEqual([]);
    expect(await said("cat p q")).toBe("a\nb\n");
    const trash = await org.admin.api.trash.list.query({ org: org.slug, sessionId });
    expect(trash.items.filter(({ originalPath }) => originalPath === at("p"))).toHaveLength(1);
  });

  it("says where the earlier content is not kept, and touches nothing there", async () => {
    await script("head -c 200000 /dev/zero > big; echo s > small");
    const changing = await script("echo over > big; echo t > small");
    const receipt = await undo([changing]);
    expect(receipt.problems.map(({ path }) => path)).toEqual([at("big")]);
    expect(await said("cat big small")).toBe("over\ns\n");
  });

  it("is decided like any other change: safe mode asks, a denied path is refused, another session's is not found", async () => {
    const changing = await script("mkdir -p shut; echo 1 > shut/f; echo 2 > open");
    await org.admin.api.session.setMode.mutate({ org: org.slug, id: sessionId, mode: "safe" });
    const request = (session: string) =>
      org.admin.api.file.undo.mutate({
        org: org.slug,
        sessionId: session,
        requestKey: randomUUID(),
        executionIds: [changing.execution?.id ?? ""],
      });
    expect((await request(sessionId)).view.status).toBe("awaiting_approval");
    await org.admin.api.session.setMode.mutate({ org: org.slug, id: sessionId, mode: "auto" });
    await org.publish({ denied_path: [`${agentWorkspace.replace(agentHome, "~")}/shut`] });
    expect((await request(sessionId)).view).toMatchObject({
      status: "denied",
      refusal: { code: "denied_path" },
    });
    await org.publish({});
    await expect(request(await openSession(org, org.admin))).rejects.toMatchObject({
      data: { code: "NOT_FOUND" },
    });
    expect(await said("cat shut/f open")).toBe("1\n2\n");
  });

  it("stops at the trash's limit of policy and loses nothing", async () => {
    await org.publish({ limits: { trash_mib: 1 } });
    const filling = await script("head -c 2000000 /dev/zero > fill");
    await undo([filling]);
    const more = await script("echo x > kept");
    const receipt = await undo([more]);
    expect(receipt.problems[0]?.error).toContain("the trash of this session is full");
    const removed = await run(org, org.admin, { sessionId, argv: ["rm", "kept"] });
    expect(removed.execution?.exitCode).toBe(1);
    expect(await said("cat kept")).toBe("x\n");
    const stored = readdirSync(path.join(worker.dataDir, "data/trash"));
    expect(stored.length).toBeGreaterThan(0);
    await org.publish({});
  });
});
