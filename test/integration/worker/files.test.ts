import { agentHome, agentWorkspace } from "@gatehouse/core/path/facts";
import { randomUUID } from "node:crypto";
import type { FileResult } from "@gatehouse/core/contracts/files";
import type { FileCall } from "@gatehouse/core/tool-call/tool-call";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, outputOf, run } from "../../helpers/call.ts";
import { callFile, fileAnswer, type FileAnswer } from "../../helpers/file-call.ts";
import {
  auditTypes,
  makeOrg,
  password,
  ranEvents,
  type TestMember,
  type TestOrg,
} from "../../helpers/org.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let org: TestOrg;
let member: TestMember;
let sessionId: string;

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg({
    denied_path: [`${agentWorkspace.replace(agentHome, "~")}/closed`, "/usr/share/zoneinfo"],
  });
  member = await org.join("member");
  sessionId = await openSession(org, member);
});
afterAll(async () => worker.stop());

const call = (wanted: FileCall, session = sessionId): Promise<FileAnswer> =>
  callFile(org, member, { sessionId: session, call: wanted });
const sh = (script: string, session = sessionId): Promise<ToolCallView> =>
  run(org, member, { sessionId: session, argv: ["bash", "-c", script] });

function only<Tool extends FileResult["tool"]>(
  answer: FileAnswer,
  tool: Tool,
): Extract<FileResult, { tool: Tool }> {
  if (answer.result?.tool !== tool) throw new Error(`no result of ${tool}: ${JSON.stringify(answer)}`);
  return answer.result as Extract<FileResult, { tool: Tool }>;
}

async function contentOf(answer: FileAnswer, slice: { offset: number; bytes: number }): Promise<Buffer> {
  const output = await outputOf(org, member, answer.view.execution?.id ?? "");
  return output.subarray(slice.offset, slice.offset + slice.bytes);
}

async function text(path: string): Promise<string> {
  const answer = await call({ tool: "read_files", input: { files: [{ path }] } });
  const [file] = only(answer, "read_files").files;
  if (file?.kind !== "text") throw new Error(`no text: ${JSON.stringify(file)}`);
  return (await contentOf(answer, file.content)).toString();
}

describe("a call of a file tool", () => {
  it("is decided twice, executed and audited like a command", async () => {
    const answer = await call({
      tool: "edit_file",
      input: { mode: "write", path: "a/b.txt", content: "one\ntwo\n" },
    });
    expect(answer.view).toMatchObject({
      status: "finished",
      program: "edit_file",
      decision: { verdict: "allow", effect: "file" },
      execution: { outcome: "exited", exitCode: 0, filesChanged: { recorded: true, created: 1 } },
    });
    expect(only(answer, "edit_file").receipt).toMatchObject({
      path: `${agentWorkspace}/a/b.txt`,
      created: true,
      bytes: 8,
      lines: 2,
    });
    expect(await auditTypes(org.id, answer.view.id)).toEqual(ranEvents);
    expect(await text("a/b.txt")).toBe("one\ntwo\n");
    expect((await sh("cat a/b.txt")).execution).toMatchObject({ exitCode: 0 });
  });

  it("keeps a long content out of the record's own row, and writes it whole", async () => {
    const content = "0123456789abcdef\n".repeat(40_000);
    const answer = await call({ tool: "edit_file", input: { mode: "write", path: "long.txt", content } });
    expect(answer.view.execution?.exitCode).toBe(0);
    const row = await services.db.toolCall.findUniqueOrThrow({ where: { id: answer.view.id } });
    expect(row.input.length).toBeLessThan(20_000);
    const size = await sh("wc -c < long.txt");
    expect((await outputOf(org, member, size.execution?.id ?? "")).toString().trim()).toBe(
      String(content.length),
    );
  });

  it.each([
    ["an unknown field", { tool: "read_files", input: { files: [{ path: "a", mode: "read" }] } }],
    ["a field of another mode", { tool: "edit_file", input: { mode: "remove", path: "a", content: "" } }],
    ["a mode in capitals", { tool: "edit_file", input: { mode: "REMOVE", path: "a" } }],
    ["a tool that nobody knows", { tool: "erase_file", input: { path: "a" } }],
  ])("with %s is refused before anything is decided", async (_title, wanted) => {
    const sent = member.api.file.request.mutate({
      org: org.slug,
      sessionId,
      requestKey: randomUUID(),
      call: wanted as unknown as FileCall,
    });
    await expect(sent).rejects.toMatchObject({ data: { code: "BAD_REQUEST" } });
  });
});

describe("read_files", () => {
  it("gives a result or an error for each path, and lines from anywhere", async () => {
    await sh(
      "seq 1 5000 > seq.txt; printf 'a\\0b' > bin.dat; mkfifo pipe; printf '\\x89PNG\\r\\n\\x1a\\n123' > i.png",
    );
    const answer = await call({
      tool: "read_files",
      input: {
        files: [
          { path: "seq.txt", offset: 4_990, limit: 5 },
          { path: "missing" },
          { path: "bin.dat" },
          { path: "pipe" },
          { path: "i.png" },
          { path: "seq.txt" },
          { path: "." },
        ],
      },
    });
    const { files } = only(answer, "read_files");
    expect(files.map((file) => file.kind)).toEqual([
      "text",
      "error",
      "binary",
      "error",
      "image",
      "text",
      "error",
    ]);
    expect(files[0]).toMatchObject({ firstLine: 4_990, lines: 5, totalLines: 5_000, more: true });
    expect(files[1]).toMatchObject({ error: "No such file or directory" });
    expect(files[5]).toMatchObject({ lines: 2_000, more: true });
    if (files[0]?.kind !== "text" || files[4]?.kind !== "image") throw new Error("they were read");
    expect((await contentOf(answer, files[0].content)).toString()).toBe("4990\n4991\n4992\n4993\n4994\n");
    expect((await contentOf(answer, files[4].content)).length).toBe(11);
    expect(answer.view.execution?.exitCode).toBe(1);
  });

  it("reads the text of a PDF", async () => {
    await sh("cat > make.py <<'EOF'\n" + pdfProgram + "\nEOF\npython3 make.py > doc.pdf");
    const answer = await call({ tool: "read_files", input: { files: [{ path: "doc.pdf" }] } });
    const [file] = only(answer, "read_files").files;
    expect(file).toMatchObject({ kind: "pdf", pages: 1 });
    if (file?.kind !== "pdf") throw new Error("it is one");
    expect((await contentOf(answer, file.content)).toString()).toContain("Gatehouse in a PDF");
  });

  it("reads what policy opens outside home, and nothing that only the worker may read", async () => {
    expect(await text("/etc/hostname")).toMatch(/\S/);
    const denied = await call({
      tool: "read_files",
      input: { files: [{ path: "/usr/share/zoneinfo/UTC" }] },
    });
    expect(denied.view).toMatchObject({ status: "denied", refusal: { code: "denied_path" } });
    const asked = await call({ tool: "read_files", input: { files: [{ path: "/etc/shadow" }] } });
    expect(asked.view).toMatchObject({ status: "awaiting_approval", approval: { strength: "password" } });
    const own = `${worker.dataDir}/data/run`;
    const host = await call({ tool: "find_files", input: { mode: "list", queries: [{ dir: own }] } });
    expect(host.view.approval).toMatchObject({ strength: "password" });
    const admin = org.admin;
    await admin.api.approval.answer.mutate({
      org: org.slug,
      approvalId: host.view.approval?.id ?? "",
      shown: host.view.approval?.shown ?? "",
      answer: "approve",
      password,
    });
    const after = await fileAnswer(org, member, host.view.id);
    expect(JSON.stringify(after.result)).toMatch(/belongs to the host|exists only while/);
  });
});

describe("asks and grants", () => {
  it("ask for a sensitive file, and a read is no leave to write", async () => {
    const session = await openSession(org, member);
    await sh("mkdir conf; python3 -c \"open('conf/.e'+'nv','w').write('KEY=1')\"", session);
    const read: FileCall = { tool: "read_files", input: { files: [{ path: "conf/.env" }] } };
    const asked = await call(read, session);
    expect(asked.view).toMatchObject({ status: "awaiting_approval", approval: { strength: "confirm" } });
    await member.api.approval.answer.mutate({
      org: org.slug,
      approvalId: asked.view.approval?.id ?? "",
      shown: asked.view.approval?.shown ?? "",
      answer: "approve",
    });
    expect((await fileAnswer(org, member, asked.view.id)).view.execution?.exitCode).toBe(0);
    expect((await call(read, session)).view.decision.verdict).toBe("allow");
    const write = await call(
      { tool: "edit_file", input: { mode: "write", path: "conf/.env", content: "KEY=2" } },
      session,
    );
    expect(write.view).toMatchObject({ status: "awaiting_approval", approval: { strength: "confirm" } });
    const elsewhere = await call(read, await openSession(org, member));
    expect(elsewhere.view.status).toBe("awaiting_approval");
  });

  it("holds a call whose plain name turns out to be a link to something sensitive", async () => {
    const session = await openSession(org, member);
    await sh(
      "python3 -c \"import os; os.symlink('.e'+'nv','notes.txt'); open('.e'+'nv','w').write('K')\"",
      session,
    );
    for (const wanted of [
      { tool: "read_files", input: { files: [{ path: "notes.txt" }] } },
      { tool: "edit_file", input: { mode: "write", path: "notes.txt", content: "x" } },
    ] satisfies FileCall[]) {
      const answer = await call(wanted, session);
      expect(answer.view).toMatchObject({ status: "awaiting_approval", approval: { strength: "confirm" } });
      expect(await auditTypes(org.id, answer.view.id)).toContain("execution.held");
    }
  });

  it("in safe mode let a person read and ask before anything is changed", async () => {
    const safe = await openSession(org, member, "safe");
    expect(
      (await call({ tool: "find_files", input: { mode: "list", queries: [{ dir: "." }] } }, safe)).view
        .status,
    ).toBe("finished");
    const write = await call({ tool: "edit_file", input: { mode: "write", path: "x", content: "x" } }, safe);
    expect(write.view).toMatchObject({ status: "awaiting_approval", approval: { strength: "confirm" } });
  });

  it("refuse a denied path by its name, through a link, and as part of what is removed", async () => {
    await sh("mkdir closed2; python3 -c \"import os; os.symlink('clo'+'sed','door')\"");
    for (const wanted of [
      { tool: "edit_file", input: { mode: "write", path: "closed/x", content: "x" } },
      { tool: "edit_file", input: { mode: "write", path: "door/x", content: "x" } },
      { tool: "read_files", input: { files: [{ path: "./a/../closed/x" }] } },
      { tool: "find_files", input: { mode: "list", queries: [{ dir: `${agentWorkspace}/closed` }] } },
    ] satisfies FileCall[]) {
      const { view } = await call(wanted);
      expect(view.refusal).toMatchObject({ code: "denied_path" });
    }
    expect(
      (await call({ tool: "edit_file", input: { mode: "write", path: "closed2/x", content: "x" } })).view
        .execution?.exitCode,
    ).toBe(0);
  });
});

const pdfProgram = `
text = b"BT /F1 24 Tf 72 700 Td (Gatehouse in a PDF) Tj ET"
parts = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
  b"<< /Length %d >>\\nstream\\n%s\\nendstream" % (len(text), text), b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
out, at = b"%PDF-1.4\\n", []
for number, part in enumerate(parts, 1):
    at.append(len(out)); out += b"%d 0 obj\\n%s\\nendobj\\n" % (number, part)
start = len(out)
out += b"xref\\n0 6\\n0000000000 65535 f \\n" + b"".join(b"%010d 00000 n \\n" % place for place in at)
out += b"trailer << /Size 6 /Root 1 0 R >>\\nstartxref\\n%d\\n%%%%EOF\\n" % start
import sys; sys.stdout.buffer.write(out)`;
