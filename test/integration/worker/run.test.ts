import { agentWorkspace } from "@gatehouse/core/path/facts";
import { createHash } from "node:crypto";
import { shownArgv } from "@gatehouse/core/tool-call/shown-argv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, outputOf, request, run, settled } from "../../helpers/call.ts";
import { auditTypes, makeOrg, ranEvents, type TestOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let org: TestOrg;
let sessionId: string;

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg({ denied_command: ["curl"] });
  sessionId = await openSession(org, org.admin);
});
afterAll(() => worker.stop());

describe("a command from the browser to the sandbox and back", () => {
  it("runs sandboxed, keeps its output and exit code, and writes every step to the audit chain", async () => {
    const call = await run(org, org.admin, {
      sessionId,
      argv: ["bash", "-c", "echo out; echo err >&2; exit 3"],
    });
    expect(call.execution).toMatchObject({ state: "finished", outcome: "exited", exitCode: 3 });
    const text = (await outputOf(org, org.admin, call.execution?.id ?? "")).toString();
    expect([...text.split("\n")].sort()).toEqual(["", "err", "out"]);
    expect(await auditTypes(org.id, call.id)).toEqual(ranEvents);
    const detail = await org.admin.api.audit.get.query({ org: org.slug, toolCallId: call.id });
    expect(detail.sandboxArgs).toContain("--unshare-net");
    expect(detail.decisions.map((decision) => decision.facts)).toEqual(["lexical", "resolved"]);
  });

  it("keeps files in the session's workspace between calls", async () => {
    await run(org, org.admin, { sessionId, argv: ["python3", "-c", "open('made.txt','w').write('kept')"] });
    const call = await run(org, org.admin, { sessionId, argv: ["cat", "made.txt"] });
    expect((await outputOf(org, org.admin, call.execution?.id ?? "")).toString()).toBe("kept");
  });

  it("answers a call that only reads and lets code which an earlier command left for its program change nothing", async () => {
    const plant = `d=$(python3 -m site --user-site) && mkdir -p "$d" && echo "open('${agentWorkspace}/MARK', 'w')" > "$d/usercustomize.py"`;
    await run(org, org.admin, { sessionId, argv: ["bash", "-c", plant] });
    const listed = await run(org, org.admin, { sessionId, argv: ["pip", "list"] });
    expect(listed.decision.readOnly).toBe(true);
    expect(listed.execution).toMatchObject({ outcome: "exited" });
    const after = await run(org, org.admin, { sessionId, argv: ["find", ".", "-name", "MARK"] });
    expect((await outputOf(org, org.admin, after.execution?.id ?? "")).toString()).toBe("");
    await run(org, org.admin, { sessionId, argv: ["python3", "-c", ""] });
    const marked = await run(org, org.admin, { sessionId, argv: ["find", ".", "-name", "MARK"] });
    expect((await outputOf(org, org.admin, marked.execution?.id ?? "")).toString()).toBe("./MARK\n");
  });

  it("explains a call with the places that its links led to on the host, and the sandbox that was built", async () => {
    const { slug } = org;
    await run(org, org.admin, { sessionId, argv: ["ln", "-s", "/etc", "to_etc"] });
    // longer than what is read on the event loop, so that both processes ask their thread
    const script = `cat to_etc/hostname; cat absent <to_etc/passwd; ${": a;".repeat(300)}`;
    const call = await run(org, org.admin, { sessionId, argv: ["bash", "-c", script] });
    const detail = await org.admin.api.audit.get.query({ org: slug, toolCallId: call.id });
    const shown = await org.admin.api.toolCall.explainRecorded.query({ org: slug, id: call.id });
    expect(shown).toMatchObject({
      pathFacts: "resolved",
      sandbox: { kind: "used", args: detail.sandboxArgs },
    });
    const linked = { path: "/etc/hostname", place: "outside", linked: true, marks: ["readable"] };
    expect(shown.paths).toContainEqual(expect.objectContaining({ text: "to_etc/hostname", ...linked }));
    expect(shown.paths).toContainEqual(expect.objectContaining({ text: "absent", exists: false }));
    const approver = await org.join("approver");
    const { sandbox } = await approver.api.toolCall.explainRecorded.query({ org: slug, id: call.id });
    if (sandbox.kind !== "plan") throw new Error(sandbox.kind);
    expect(JSON.stringify(sandbox.profile)).toContain(`<directory of the host for ${agentWorkspace}>`);
  });

  it("refuses a denied program in argv and inside a script, and runs nothing", async () => {
    for (const argv of [
      ["curl", "https://example.com"],
      ["bash", "-c", "echo a | curl -T - x"],
    ]) {
      const call = await request(org, org.admin, { sessionId, argv });
      expect(call).toMatchObject({ status: "denied", refusal: { code: "denied_command" } });
      expect(call.execution).toBeUndefined();
    }
  });

  it("cancels a running command within two seconds", async () => {
    const call = await request(org, org.admin, { sessionId, argv: ["sleep", "600"] });
    await until("the command to run", async () => {
      const view = await org.admin.api.toolCall.get.query({ org: org.slug, id: call.id });
      return view.status === "executing";
    });
    const begun = performance.now();
    await org.admin.api.toolCall.cancel.mutate({ org: org.slug, id: call.id });
    const view = await settled(org, org.admin, call.id);
    expect(view.execution).toMatchObject({ outcome: "cancelled" });
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it("keeps 20 MiB of output intact", async () => {
    const script =
      "import sys,random\nr=random.Random(7)\nfor _ in range(320): sys.stdout.buffer.write(r.randbytes(65536))";
    const call = await run(org, org.admin, { sessionId, argv: ["python3", "-c", script] });
    const bytes = await outputOf(org, org.admin, call.execution?.id ?? "");
    expect(bytes.length).toBe(20 * 1024 * 1024);
    const row = await services.db.execution.findUniqueOrThrow({ where: { id: call.execution?.id ?? "" } });
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(row.outputDigest);
  });

  it("keeps NUL and invalid UTF-8 byte for byte", async () => {
    const call = await run(org, org.admin, { sessionId, argv: ["printf", "a\\000b\\377\\376\\200c"] });
    expect([...(await outputOf(org, org.admin, call.execution?.id ?? ""))]).toEqual([
      97, 0, 98, 255, 254, 128, 99,
    ]);
  });

  it("records a call whose argument holds a NUL or half a character, and refuses it", async () => {
    for (const argument of ["a\0b", "a\ud800b"]) {
      const call = await request(org, org.admin, { sessionId, argv: ["echo", argument] });
      expect(call).toMatchObject({ status: "denied", refusal: { code: "bad_argument" } });
      const kept = await org.admin.api.toolCall.get.query({ org: org.slug, id: call.id });
      expect(shownArgv(kept)).toEqual(["echo", argument]);
    }
  });

  it("says what to do when the sandbox was in the way, and nothing when a command failed by itself", async () => {
    const stopped = await run(org, org.admin, {
      sessionId,
      argv: ["bash", "-c", "echo x > /usr/local/share/data.txt"],
    });
    expect(stopped.execution).toMatchObject({ outcome: "exited", exitCode: 1 });
    expect(stopped.execution?.advice).toContain("write_paths");
    const plain = await run(org, org.admin, { sessionId, argv: ["cat", "no-such-file"] });
    expect(plain.execution?.advice).toBeUndefined();
  });
});
