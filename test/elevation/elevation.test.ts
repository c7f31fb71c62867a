import { randomUUID } from "node:crypto";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { RunCommandInput } from "@gatehouse/core/tool-call/tool-call";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, outputOf, request, run, settled } from "../helpers/call.ts";
import { auditTypes, makeOrg, password, type TestMember, type TestOrg } from "../helpers/org.ts";
import { until } from "../helpers/wait.ts";
import { services } from "../helpers/web.ts";
import { startWorker, type TestWorker } from "../helpers/worker.ts";

/** Real sudo on a host that `npm run elevation -- setup --root` was run on for the account of these tests. */
let worker: TestWorker;
let org: TestOrg;
let approver: TestMember;
let sessionId: string;
const elevatedUid = Number(execFileSync("id", ["-u", "gatehouse-elevated"], { encoding: "utf8" }));

beforeAll(async () => {
  worker = await startWorker();
  org = await makeOrg({ elevation: true });
  approver = await org.join("approver");
  sessionId = await openSession(org, org.admin);
});
afterAll(() => worker.stop());

const answer = (view: ToolCallView, by = approver) =>
  by.api.approval.answer.mutate({
    org: org.slug,
    approvalId: view.approval?.id ?? "",
    shown: view.approval?.shown ?? "",
    answer: "approve",
    password,
  });

async function approved(input: RunCommandInput, session = sessionId): Promise<ToolCallView> {
  const call = await request(org, org.admin, { sessionId: session, ...input });
  expect(call).toMatchObject({ status: "awaiting_approval", approval: { strength: "password" } });
  await answer(call);
  return call;
}
async function done(input: RunCommandInput): Promise<{ view: ToolCallView; text: string }> {
  const call = await approved(input);
  const view = await settled(org, org.admin, call.id);
  const text = (await outputOf(org, org.admin, view.execution?.id ?? "")).toString();
  return { view, text };
}
const outside = (script: string) => done({ argv: ["bash", "-c", script], sandbox: false });

/** Processes of an account, or of anyone whose arguments hold a word. */
function alive(test: (uid: number, words: string) => boolean): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1]);
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8");
      return words !== "" && test(uid, words) ? [Number(name)] : [];
    } catch (_gone) {
      return [];
    }
  });
}
const ofAccount = (): number[] => alive((uid) => uid === elevatedUid);
const nothingLeft = () => until("the account to have no process", async () => ofAccount().length === 0);

describe("a call outside the sandbox", () => {
  it("asks for the password every time, and is recorded like every execution", async () => {
    const { view, text } = await outside("id -u; echo err >&2; exit 3");
    expect(view.execution).toMatchObject({ outcome: "exited", exitCode: 3 });
    expect(text.split("\n").sort()).toEqual(["", String(elevatedUid), "err"]);
    const types = (await auditTypes(org.id, view.id)).filter((type) => type !== "approval.told");
    expect(types).toEqual([
      "tool_call.requested",
      "tool_call.decided",
      "approval.requested",
      "step_up.succeeded",
      "approval.granted",
      "execution.queued",
      "execution.claimed",
      "tool_call.decided",
      "execution.started",
      "execution.finished",
    ]);
    const record = await org.admin.api.audit.get.query({ org: org.slug, toolCallId: view.id });
    expect(record.sandboxArgs?.slice(0, 4)).toEqual(["/usr/bin/sudo", "-n", "-u", "gatehouse-elevated"]);
    const again = await request(org, org.admin, { sessionId, argv: ["id"], sandbox: false });
    expect(again.status).toBe("awaiting_approval");
    expect(again.decision.reasons.some(({ sentence }) => sentence.includes("files the agent wrote"))).toBe(
      true,
    );
  });

  it.each(["safe", "auto"] as const)(
    "runs in %s mode as the elevated account, sudo as root, each time after a password of its own",
    async (mode) => {
      const session = await openSession(org, org.admin, mode);
      const outsideAs = [String(elevatedUid), "0"];
      for (const [at, input] of (
        [
          // network and write_paths mean nothing outside: they neither ask nor refuse
          { argv: ["id", "-u"], sandbox: false, network: true, write_paths: ["/tmp/never"] },
          { argv: ["sudo", "id", "-u"] },
        ] satisfies RunCommandInput[]
      ).entries())
        for (const _time of ["first", "again"]) {
          const call = await approved(input, session);
          const view = await settled(org, org.admin, call.id);
          expect(view.execution).toMatchObject({ outcome: "exited", exitCode: 0 });
          const text = (await outputOf(org, org.admin, view.execution?.id ?? "")).toString();
          expect(text).toBe(`${outsideAs[at]}\n`);
        }
    },
  );

  it("has nothing of the worker: no environment, no files, no memory, no descriptor, an empty home", async () => {
    const { text } = await outside(
      [
        "env | cut -d= -f1 | sort | tr '\\n' ' '; echo",
        'ls -A "$HOME" | wc -l',
        `cat /proc/${worker.process.pid}/environ >/dev/null 2>&1 && echo READ-ENVIRON`,
        `ls /proc/${worker.process.pid}/fd >/dev/null 2>&1 && echo READ-FD`,
        `ls ${worker.dataDir}/data >/dev/null 2>&1 && echo READ-DATA`,
        "ls .. >/dev/null 2>&1 && echo READ-OTHERS",
        `kill -0 ${worker.process.pid} 2>/dev/null && echo SIGNAL`,
        "ls /proc/self/fd | wc -w",
        "touch made 2>/dev/null && echo WROTE",
        "echo again > /dev/stdout",
      ].join("\n"),
    );
    const lines = text.trim().split("\n");
    expect(lines[0]?.trim().split(" ")).toEqual(
      expect.arrayContaining(["HOME", "LANG", "LOGNAME", "PATH", "PWD", "SHLVL", "TERM", "USER"]),
    );
    expect(text).not.toMatch(/DATABASE|REDIS|SUDO_|DATA_DIR/);
    expect(lines.slice(1)).toEqual(["0", "4", "again"]);
  });

  it("reads the workspace, sees the host, and leaves no process behind, however it hides", async () => {
    await run(org, org.admin, {
      sessionId,
      argv: ["python3", "-c", "open('note','w').write('from inside')"],
    });
    const { view, text } = await outside(
      "cat note; echo; (setsid sleep 4001 &) ; nohup sleep 4002 >/dev/null 2>&1 & disown; (trap '' TERM HUP; sleep 4003) & ls -d /root /var/lib",
    );
    expect(text).toBe("from inside\n/root\n/var/lib\n");
    expect(view.execution).toMatchObject({ outcome: "exited", exitCode: 0 });
    await nothingLeft();
  });

  it("leaves no process behind where it kills what watches it", async () => {
    const { view } = await outside("(setsid sleep 4010 &); sleep 0.2; kill -KILL $PPID; sleep 30");
    expect(view.execution?.outcome).toBe("signalled");
    await nothingLeft();
  });

  it("ends within two seconds of a cancel, a trap first, and whatever it ignores", async () => {
    for (const [script, said] of [
      [
        "trap 'echo trapped; exit 0' TERM; echo up; while :; do sleep 0.1; done",
        /^up\n(Terminated\n)?trapped\n$/,
      ],
      ["trap '' TERM; echo up; while :; do sleep 0.1; done", /^up\n(Terminated\n)*$/],
    ] as const) {
      const call = await approved({ argv: ["bash", "-c", script], sandbox: false });
      const view = await until("it to say up", async () => {
        const now = await org.admin.api.toolCall.get.query({ org: org.slug, id: call.id });
        return now.execution !== undefined && now.execution.outputBytes > 0 ? now : null;
      });
      const begun = performance.now();
      await org.admin.api.toolCall.cancel.mutate({ org: org.slug, id: view.id });
      const end = await settled(org, org.admin, view.id);
      expect(end.execution?.outcome).toBe("cancelled");
      expect(performance.now() - begun).toBeLessThan(3_000);
      expect((await outputOf(org, org.admin, end.execution?.id ?? "")).toString()).toMatch(said);
      await nothingLeft();
    }
  });

  it("does not outlive its worker", async () => {
    const own = await makeOrg({ elevation: true });
    const second = await startWorker();
    const session = await openSession(own, own.admin);
    const call = await request(own, own.admin, {
      sessionId: session,
      argv: ["sleep", "4020"],
      sandbox: false,
    });
    await own.admin.api.approval.answer.mutate({
      org: own.slug,
      approvalId: call.approval?.id ?? "",
      shown: call.approval?.shown ?? "",
      answer: "approve",
      password,
    });
    await until("it to run", async () => alive((_uid, words) => words.includes("4020")).length > 0);
    await second.kill("SIGKILL");
    await until("it to end", async () => alive((_uid, words) => words.includes("4020")).length === 0, 5_000);
    await nothingLeft();
    await services.db.host.updateMany({ where: { name: worker.name }, data: { state: "ok" } });
    await services.db.host.updateMany({ where: { name: second.name }, data: { state: "cordoned" } });
  });
});

describe("sudo", () => {
  it("runs the program as root, and nothing of it is left after a cancel", async () => {
    const { text, view } = await done({ argv: ["sudo", "id", "-u"] });
    expect(text).toBe("0\n");
    expect(view.execution).toMatchObject({ outcome: "exited", exitCode: 0 });
    const failing = await done({ argv: ["sudo", "false"] });
    expect(failing.view.execution).toMatchObject({ outcome: "exited", exitCode: 1 });
    const call = await approved({ argv: ["sudo", "sleep", "4030"] });
    const sleeping = (): number[] => alive((uid, words) => uid === 0 && words.includes("4030"));
    await until("it to run", async () => sleeping().length > 0);
    await org.admin.api.toolCall.cancel.mutate({ org: org.slug, id: call.id });
    expect((await settled(org, org.admin, call.id)).execution?.outcome).toBe("cancelled");
    expect(sleeping()).toEqual([]);
    await nothingLeft();
  });

  it("has root's environment and none of the worker's", async () => {
    const { text } = await done({ argv: ["sudo", "env"] });
    expect(text).not.toMatch(/DATABASE|REDIS|DATA_DIR/);
    expect(text).toContain("SUDO_USER=gatehouse-elevated");
  });
});

describe("no elevation", () => {
  const wanted: RunCommandInput[] = [{ argv: ["id"], sandbox: false }, { argv: ["sudo", "id"] }];

  it("where policy does not have it, in either mode, and none for a call that waited while it was turned off", async () => {
    const off = await makeOrg();
    for (const mode of ["safe", "auto"] as const) {
      const session = await openSession(off, off.admin, mode);
      for (const input of wanted)
        expect(await request(off, off.admin, { sessionId: session, ...input })).toMatchObject({
          status: "denied",
          refusal: { code: "elevation_off" },
        });
    }
    const on = await makeOrg({ elevation: true });
    const session = await openSession(on, on.admin);
    const call = await request(on, on.admin, { sessionId: session, argv: ["id"], sandbox: false });
    await on.publish({});
    await on.admin.api.approval.answer.mutate({
      org: on.slug,
      approvalId: call.approval?.id ?? "",
      shown: call.approval?.shown ?? "",
      answer: "approve",
      password,
    });
    const view = await settled(on, on.admin, call.id);
    expect(view.execution).toMatchObject({ outcome: "refused", refusal: { code: "elevation_off" } });
    expect(await auditTypes(on.id, call.id)).not.toContain("execution.started");
  });

  it("without a password, by a wrong one, by a member, or by an approval of another call", async () => {
    const member = await org.join("member");
    const call = await request(org, org.admin, { sessionId, argv: ["id"], sandbox: false });
    const approvalId = call.approval?.id ?? "";
    const { shown = "" } = call.approval ?? {};
    const approve = (by: TestMember, more: { password?: string }) =>
      by.api.approval.answer.mutate({ org: org.slug, approvalId, shown, answer: "approve", ...more });
    await expect(approve(approver, {})).rejects.toBeDefined();
    await expect(approve(approver, { password: "wrong" })).rejects.toBeDefined();
    await expect(approve(member, { password })).rejects.toBeDefined();
    await answer(call);
    await settled(org, org.admin, call.id);
    // the same call again, another argv, and the same request key with another argv: none rides on that approval
    for (const argv of [["id"], ["id", "-u"]])
      expect((await request(org, org.admin, { sessionId, argv, sandbox: false })).status).toBe(
        "awaiting_approval",
      );
    const requestKey = randomUUID();
    await request(org, org.admin, { sessionId, argv: ["id"], sandbox: false, requestKey });
    await expect(
      request(org, org.admin, { sessionId, argv: ["ls"], sandbox: false, requestKey }),
    ).rejects.toMatchObject({ data: { code: "CONFLICT" } });
  });

  it("for an input that was changed after its approval", async () => {
    const call = await request(org, org.admin, { sessionId, argv: ["id"], sandbox: false });
    await expect(
      services.db.toolCall.update({
        where: { id: call.id },
        data: { input: '{"argv":["ls"],"sandbox":false}' },
      }),
    ).rejects.toBeDefined();
  });

  it("for denied programs, scripts with sudo, flags of sudo and nested ones, with elevation on", async () => {
    await org.publish({ elevation: true, denied_command: ["curl"] });
    for (const argv of [
      ["sudo", "curl", "x"],
      ["sudo", "-u", "root", "id"],
      ["sudo", "sudo", "id"],
      ["sudo", "su"],
      ["sudo", "/usr/bin/id"],
      ["bash", "-c", "sudo id"],
      ["env", "sudo", "id"],
    ])
      expect((await request(org, org.admin, { sessionId, argv })).status).toBe("denied");
    const outsideDenied = await request(org, org.admin, { sessionId, argv: ["curl", "x"], sandbox: false });
    expect(outsideDenied).toMatchObject({ status: "denied", refusal: { code: "denied_command" } });
    await org.publish({ elevation: true });
  });

  it("from inside a sandbox", async () => {
    const view = await run(org, org.admin, {
      sessionId,
      argv: [
        "python3",
        "-c",
        "import os; os.execvp('su'+'do', ['su'+'do', '-n', '-u', 'gatehouse-elevated', '--', 'id'])",
      ],
    });
    expect(view.execution?.exitCode).not.toBe(0);
    expect((await outputOf(org, org.admin, view.execution?.id ?? "")).toString()).not.toContain("uid=");
  });

  it("for the worker beyond the one program", () => {
    for (const words of [
      ["-u", "gatehouse-elevated", "--", "id"],
      ["-u", "root", "--", "id"],
      ["--", "id"],
      ["-u", "gatehouse-elevated", "DATABASE_URL=x", "/usr/local/libexec/gatehouse-elevated", "--check"],
    ])
      expect(() => execFileSync("sudo", ["-n", ...words], { stdio: "pipe" })).toThrow();
  });
});
