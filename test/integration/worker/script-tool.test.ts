import { agentWorkspace } from "@gatehouse/core/path/facts";
import { randomUUID } from "node:crypto";
import { fileOf } from "@gatehouse/core/script-tool/definition";
import type { ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { shownPage } from "@gatehouse/services/show/page";
import { pastScripts } from "@gatehouse/services/script-tool/past";
import type { ToolAnswer } from "@gatehouse/services/tool-call/result";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, outputOf, run, settled } from "../../helpers/call.ts";
import { command, type ModelServer, startModelServer, useModel } from "../../helpers/model-server.ts";
import { auditTypes, makeOrg, ranEvents, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { newWord, publishTool, scriptOf } from "../../helpers/script-tool.ts";
import { shownNow } from "../../helpers/shown-now.ts";
import { callTool, only } from "../../helpers/tool-call.ts";
import { tell, turnEnd } from "../../helpers/turn.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let server: ModelServer;
let org: TestOrg;
let member: TestMember;
let auto: string;
let safe: string;

beforeAll(async () => {
  [worker, server] = await Promise.all([startWorker(), startModelServer()]);
  org = await makeOrg();
  member = await org.join("member");
  [auto, safe] = await Promise.all([openSession(org, member), openSession(org, member, "safe")]);
});
afterAll(() => worker.stop());

const named = (): string => `script_${newWord()}`;
const callOf = (name: string, given: Record<string, unknown>): ToolCall => ({
  tool: "script_tool",
  input: { name, arguments: given },
});
const use = (name: string, given: Record<string, unknown>, sessionId = auto): Promise<ToolAnswer> =>
  callTool(org, member, { sessionId, call: callOf(name, given) });
const printed = async ({ view }: ToolAnswer): Promise<string> =>
  (await outputOf(org, member, view.execution?.id ?? "")).toString();
const ask = (name: string, given: Record<string, unknown>, sessionId: string, by = member) =>
  by.api.toolCall.use.mutate({
    org: org.slug,
    sessionId,
    requestKey: randomUUID(),
    call: callOf(name, given),
  });

describe("a script tool", () => {
  it("reads its input on standard input alone, runs in the sandbox with network, and is recorded", async () => {
    const name = named();
    await publishTool(org, name, {
      code: [
        'echo "args=$#"; env | grep -c hostile; cat; echo',
        "stat -Lc %F /dev/stdin; [[ -t 0 ]] || echo no terminal",
        "{ echo more > /dev/stdin; } 2>&1 | grep -o 'Read-only file system'",
        "{ chmod 700 /run/tool/code; } 2>&1 | grep -o 'Read-only file system'",
        'echo "$HTTP_PROXY" | grep -o 3128; id -u; pwd; echo done >> kept.txt',
      ].join("\n"),
    });
    const ended = await use(name, { word: "hostile $(id)" });
    expect(ended.view).toMatchObject({
      program: name,
      decision: { verdict: "allow", effect: "script" },
      execution: { outcome: "exited", exitCode: 0, filesChanged: { created: 1 } },
    });
    expect(await printed(ended)).toBe(
      [
        "args=0",
        "0",
        '{"word":"hostile $(id)"}',
        "",
        "regular file",
        "no terminal",
        "Read-only file system",
        "Read-only file system",
        "3128",
        "1000",
        agentWorkspace,
        "",
      ].join("\n"),
    );
    expect(await auditTypes(org.id, ended.view.id)).toEqual(ranEvents);
    const past = await services.db.toolCall.findMany({ where: { id: ended.view.id } });
    expect((await pastScripts(services.pool, org.id, past)).get(ended.view.id)).toMatchObject({
      state: "in_force",
      interpreter: "bash",
    });
  });

  it("speaks python3 and node, and takes what a person would send", async () => {
    const given = { word: "snow ☃ \\ \" \n 'x'" };
    const python = named();
    await publishTool(org, python, {
      interpreter: "python3",
      code: "import json,sys\nprint(json.load(sys.stdin)['word'][:6])\nsys.exit(3)",
    });
    const node = named();
    await publishTool(org, node, {
      interpreter: "node",
      code: "const text = require('node:fs').readFileSync(0, 'utf8'); console.log(JSON.parse(text).word.length)",
    });
    const [one, two] = await Promise.all([use(python, given), use(node, given)]);
    expect(await printed(one)).toBe("snow ☃\n");
    expect(one.view.execution).toMatchObject({ outcome: "exited", exitCode: 3 });
    expect(await printed(two)).toBe(`${given.word.length}\n`);
  });

  it("is refused what does not fit its schema, and a field that no schema names", async () => {
    const name = named();
    await publishTool(org, name);
    for (const [given, where] of [
      [{}, "word"],
      [{ word: 1 }, "word"],
      [{ word: "x".repeat(21) }, "word"],
      [{ word: "x", mode: "read" }, "mode"],
    ] as const) {
      const view = await ask(name, given, auto);
      expect(view).toMatchObject({ status: "denied", refusal: { code: "invalid_input" } });
      expect(view.refusal?.sentence).toContain(where);
    }
  });

  it("asks in safe mode unless an admin marked it, and its approval is for the text that was asked for", async () => {
    const marked = named();
    await publishTool(org, marked, { withoutAsking: true });
    expect((await use(marked, { word: "a" }, safe)).view.execution?.outcome).toBe("exited");
    const name = named();
    await publishTool(org, name, { code: "echo first" });
    const waiting = await ask(name, { word: "a" }, safe);
    expect(waiting).toMatchObject({ status: "awaiting_approval", approval: { strength: "confirm" } });
    await publishTool(org, name, { code: "echo second" });
    await member.api.approval.answer.mutate({
      org: org.slug,
      approvalId: waiting.approval?.id ?? "",
      shown: await shownNow(waiting.approval?.id ?? ""),
      answer: "approve",
    });
    expect(await settled(org, member, waiting.id)).toMatchObject({
      execution: { outcome: "refused" },
      refusal: { code: "script_tool_changed" },
    });
    const again = await use(name, { word: "a" });
    expect(await printed(again)).toBe("second\n");
  });

  it("is not there for another org, before it is published, or after it was withdrawn", async () => {
    const name = named();
    const { slug } = org;
    await org.admin.api.scriptTool.save.mutate({ org: slug, name, definition: scriptOf(), base: null });
    expect(await ask(name, { word: "a" }, auto)).toMatchObject({ refusal: { code: "script_tool_unknown" } });
    const version = await publishTool(org, name);
    const other = await makeOrg();
    const theirs = await openSession(other, other.admin);
    const view = await other.admin.api.toolCall.use.mutate({
      org: other.slug,
      sessionId: theirs,
      requestKey: randomUUID(),
      call: {
        tool: "script_tool",
        input: { name, arguments: { word: "a" }, version: version.number, digest: version.digest },
      },
    });
    expect(view).toMatchObject({ status: "denied", refusal: { code: "script_tool_unknown" } });
    await org.admin.api.scriptTool.unpublish.mutate({ org: slug, name });
    expect(await ask(name, { word: "a" }, auto)).toMatchObject({ refusal: { code: "script_tool_unknown" } });
    const tied = { name, arguments: { word: "a" }, version: version.number, digest: version.digest };
    const stale = await member.api.toolCall.use.mutate({
      org: slug,
      sessionId: auto,
      requestKey: randomUUID(),
      call: { tool: "script_tool", input: tied },
    });
    expect(stale).toMatchObject({ status: "denied", refusal: { code: "script_tool_changed" } });
  });

  it("meets the deny list as an interpreter and in what it starts", async () => {
    const strict = await makeOrg({ denied_command: ["curl", "python3"] });
    const [sneaky, snake] = [named(), named()];
    await publishTool(strict, sneaky, { code: "$(printf cu)rl http://example.com" });
    await publishTool(strict, snake, { interpreter: "python3", code: "print(1)" });
    const sessionId = await openSession(strict, strict.admin);
    const given = { word: "a" };
    const ran = await callTool(strict, strict.admin, { sessionId, call: callOf(sneaky, given) });
    expect(ran.view.execution).toMatchObject({ outcome: "exited", exitCode: 126 });
    const denied = await callTool(strict, strict.admin, { sessionId, call: callOf(snake, given) });
    expect(denied.view).toMatchObject({ status: "denied", refusal: { code: "denied_command" } });
  });

  it("ends at its own time with everything it started", async () => {
    const name = named();
    await publishTool(org, name, { code: "setsid sleep 987 & sleep 987", timeoutSeconds: 1 });
    const { view } = await use(name, { word: "a" });
    expect(view.execution).toMatchObject({
      outcome: "timed_out",
      outcomeDetail: "Ended after its time of 1 second.",
    });
  });
});

describe("a trial", () => {
  it("is an admin's, runs the newest text, published or not, and asks in safe mode", async () => {
    const name = named();
    const { slug } = org;
    const { api } = org.admin;
    await publishTool(org, name, { code: "echo published", withoutAsking: true });
    const base = { number: 1, revision: 1 };
    const definition = scriptOf({ code: "echo draft; cat", withoutAsking: true });
    await api.scriptTool.save.mutate({ org: slug, name, definition, base });
    const call: ToolCall = { tool: "test_tool", input: { name, arguments: { word: "x" } } };
    const [free, strict] = await Promise.all([
      openSession(org, org.admin),
      openSession(org, org.admin, "safe"),
    ]);
    const tried = await callTool(org, org.admin, { sessionId: free, call });
    expect(tried.view.decision.effect).toBe("script");
    expect((await outputOf(org, org.admin, tried.view.execution?.id ?? "")).toString()).toBe(
      'draft\n{"word":"x"}\n',
    );
    expect((await callTool(org, org.admin, { sessionId: strict, call })).view.status).toBe(
      "awaiting_approval",
    );
    const by = await callTool(org, member, { sessionId: auto, call });
    expect(by.view).toMatchObject({ status: "denied", refusal: { code: "script_tool_trial" } });
  });
});

describe("versions of a script tool", () => {
  it("are all kept, never change once published, come back on request, and stand in the audit record", async () => {
    const fresh = await makeOrg();
    const { slug } = fresh;
    const { api } = fresh.admin;
    const name = named();
    const first = await publishTool(fresh, name, { code: "echo 1" });
    const second = await publishTool(fresh, name, { code: "echo 2" });
    await expect(api.scriptTool.publish.mutate({ org: slug, name, ...second })).rejects.toThrow("in force");
    await api.scriptTool.publish.mutate({ org: slug, name, ...first });
    const tool = await api.scriptTool.get.query({ org: slug, name });
    expect(tool).toMatchObject({ published: 1, versions: [{ number: 2 }, { number: 1 }] });
    await expect(
      services.db.scriptToolVersion.updateMany({
        where: { orgId: fresh.id, number: 1 },
        data: { code: "id" },
      }),
    ).rejects.toThrow();
    await expect(services.db.scriptToolVersion.deleteMany({ where: { orgId: fresh.id } })).rejects.toThrow();
    const stale = { number: 1, revision: 1 };
    await expect(
      api.scriptTool.save.mutate({ org: slug, name, definition: scriptOf(), base: stale }),
    ).rejects.toThrow("Somebody else");
    const file = fileOf(name, scriptOf({ withoutAsking: true }));
    const imported = await api.scriptTool.import.mutate({ org: slug, file });
    expect(imported.name).toBe(name.replace("script_", "ext_"));
    const kept = await api.scriptTool.get.query({ org: slug, name: imported.name });
    expect(kept).toMatchObject({ published: null, versions: [{ definition: { withoutAsking: false } }] });
    expect((await auditTypes(fresh.id)).filter((type) => type.startsWith("script_tool"))).toEqual([
      "script_tool.saved",
      "script_tool.published",
      "script_tool.saved",
      "script_tool.published",
      "script_tool.published",
      "script_tool.imported",
    ]);
  });

  it("of two who publish and save at once, what was looked at is what is in force", async () => {
    const fresh = await makeOrg();
    const { slug } = fresh;
    const { api } = fresh.admin;
    const name = named();
    await api.scriptTool.save.mutate({ org: slug, name, definition: scriptOf(), base: null });
    const [seen] = (await api.scriptTool.get.query({ org: slug, name })).versions;
    const base = { number: 1, revision: 1 };
    const definition = scriptOf({ code: "echo changed" });
    await Promise.allSettled([
      api.scriptTool.save.mutate({ org: slug, name, definition, base }),
      api.scriptTool.publish.mutate({ org: slug, name, number: 1, digest: seen?.digest ?? "" }),
    ]);
    const after = await api.scriptTool.get.query({ org: slug, name });
    const inForce = after.versions.find(({ number }) => number === after.published);
    if (inForce !== undefined) expect(inForce.digest).toBe(seen?.digest);
    else expect(after.versions[0]?.definition.code).toBe("echo changed");
  });

  it("takes no schema that is open, refers elsewhere or may take forever, and says which field", async () => {
    const { slug } = org;
    for (const [schema, where] of [
      [{ type: "string" }, "schema.type"],
      [
        { type: "object", properties: { a: { type: "string", pattern: "(a+)+$" } } },
        "schema.properties.a.pattern",
      ],
      [{ type: "object", properties: { a: { $ref: "#" } } }, "schema.properties.a"],
      [{ type: "object", additionalProperties: true }, "schema.additionalProperties"],
      [{ type: "object", properties: { session_id: { type: "string" } } }, "session_id"],
      [{ type: "object", required: ["b"] }, "schema.required"],
    ] as const)
      await expect(
        org.admin.api.scriptTool.save.mutate({
          org: slug,
          name: named(),
          definition: scriptOf({ schema }),
          base: null,
        }),
      ).rejects.toThrow(where);
  });
});

describe("what an agent shows", () => {
  it("is a file behind the file guard, as it was when it was opened, and a page as it was given", async () => {
    await run(org, member, {
      sessionId: auto,
      argv: ["bash", "-c", "echo hello > shown.txt"],
    });
    const open = (path: string) =>
      callTool(org, member, { sessionId: auto, call: { tool: "open_file", input: { path } } });
    const shown = await open("shown.txt");
    expect(shown.view.decision.effect).toBe("show");
    expect(only(shown, "open_file").file).toMatchObject({ kind: "text", totalLines: 1 });
    const gone = await open("none.txt");
    expect(only(gone, "open_file").file).toMatchObject({ kind: "error" });
    expect((await open("/root/.ssh/id_rsa")).view).toMatchObject({
      status: "awaiting_approval",
      approval: { strength: "password" },
    });
    const html = "<h1>é</h1>".repeat(5_000);
    const call: ToolCall = { tool: "html_template", input: { html, title: "Table" } };
    const page = await callTool(org, member, { sessionId: safe, call });
    expect(only(page, "html_template").page).toMatchObject({
      title: "Table",
      bytes: Buffer.byteLength(html),
    });
    const id = page.view.execution?.id ?? "";
    expect((await shownPage(member.ctx(), id)).toString()).toBe(html);
    const other = await makeOrg();
    await expect(shownPage(other.admin.ctx(), id)).rejects.toThrow("no such");
    await expect(shownPage(member.ctx(), shown.view.execution?.id ?? "")).rejects.toThrow("no such");
  });
});

describe("a model", () => {
  it("is offered published script tools by name, calls one, and reads its output and a wrong call's refusal", async () => {
    const own = await makeOrg();
    await useModel(own, server);
    const name = named();
    await publishTool(own, name);
    const task = `task ${randomUUID()}`;
    const results: string[] = [];
    server.script(task, [
      {
        toolCalls: [
          { name, arguments: { word: "hello" } },
          { name, arguments: { wrong: 1 } },
        ],
      },
      (told) => {
        results.push(...told);
        return { toolCalls: [command(["true"])] };
      },
      { content: "Done." },
    ]);
    const sessionId = await openSession(own, own.admin);
    const turnId = await tell(own, own.admin, sessionId, task);
    await turnEnd(own, own.admin, { sessionId, turnId });
    expect(results[0]).toContain("Exit code 0.");
    expect(results[0]).toContain('{"word":"hello"}');
    expect(results[1]).toContain("Refused (invalid_input)");
    const asked = server.mock.getRequests().find((entry) => JSON.stringify(entry.body ?? {}).includes(task));
    const offered = JSON.stringify(asked?.body ?? {});
    expect(offered).toContain(`"${name}"`);
    expect(offered).toContain("test_tool");
    expect(offered).not.toContain('"script_tool"');
  });
});
