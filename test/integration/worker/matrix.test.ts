import { agentWorkspace } from "@gatehouse/core/path/facts";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { SessionMode, ToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { homeOf } from "@gatehouse/services/workspace/home-of";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, outputOf, settled } from "../../helpers/call.ts";
import { giveTo } from "../../helpers/fixture.ts";
import type { Cell, Word } from "../../helpers/matrix-cell.ts";
import { backgroundCells, commandCells } from "../../helpers/matrix-command-cells.ts";
import { fileCells, pathCells, webCells } from "../../helpers/matrix-file-cells.ts";
import { makeOrg, password, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

/** Every cell of the matrix through the API, with the real execution behind it, or none. */
const matrix = [...commandCells, ...backgroundCells, ...pathCells, ...fileCells, ...webCells];
const isRoot = process.getuid?.() === 0;
/** Outside home. Without a directory there that is the tests' own, the host itself refuses what is written. */
const given = process.env.GATEHOUSE_TEST_OUTSIDE;
const isOurs = isRoot || given !== undefined;
const outside = isOurs ? mkdtempSync(path.join(given ?? "/srv", "gatehouse-matrix-")) : "/srv";
const grantable = isOurs ? `${outside}/open` : "/opt";
const nobody = 65_534;
const hits = new Map<string, number>();

let worker: TestWorker;
let org: TestOrg;
let member: TestMember;
let approver: TestMember;
let keep: string;
let open: Server;
let closed: Server;

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    hits.set(url, (hits.get(url) ?? 0) + 1);
    if (url.startsWith("/search"))
      response
        .writeHead(200, { "content-type": "application/json" })
        .end('{"results":[{"url":"https://example.com/","title":"About gates","content":""}]}');
    else response.writeHead(200, { "content-type": "text/plain" }).end("hello");
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
const addressOf = (server: Server): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  [open, closed] = await Promise.all([serve(), serve()]);
  if (isOurs) {
    for (const name of ["open", "closed", "around/closed"])
      mkdirSync(path.join(outside, name), { recursive: true });
    chmodSync(outside, 0o755);
    giveTo(outside, nobody);
  }
  worker = await startWorker({ concurrency: 4 });
  org = await makeOrg({
    denied_command: ["shred"],
    denied_path: [`${outside}/closed`, `${outside}/around/closed`],
    sensitive_path: { files: ["debian_version"] },
    net_white_list: [addressOf(open)],
    search_url: `http://${addressOf(open)}/search`,
  });
  [member, approver] = await Promise.all([org.join("member"), org.join("approver")]);
  const home = await homeOf(services.db, {
    orgId: org.id,
    memberId: member.memberId,
    hostId: worker.hostId,
  });
  keep = path.join(worker.dataDir, "data/homes", home);
  mkdirSync(keep, { recursive: true, mode: 0o700 });
  giveTo(keep, nobody);
});
afterAll(async () => {
  await worker.stop();
  for (const server of [open, closed]) server.close();
  if (isOurs) rmSync(outside, { recursive: true, force: true });
});

const isTheHosts = (file: string): boolean =>
  !isOurs && [outside, grantable].some((place) => file.startsWith(place));

type Place = { sessionId: string; host(seen: string): string };

/** A session of its own, with the files of the cell. */
async function prepare(cell: Cell, mode: SessionMode): Promise<Place> {
  const sessionId = await openSession(org, member, mode);
  const { directory } = await services.db.workspace.findUniqueOrThrow({ where: { sessionId } });
  const workspace = path.join(worker.dataDir, "data/workspaces", directory);
  const host = (seen: string): string =>
    seen.replace(agentWorkspace, workspace).replace("/home/agent/keep", keep);
  mkdirSync(workspace, { recursive: true, mode: 0o700 });
  for (const [seen, text] of Object.entries(cell.files ?? {})) {
    const file = host(seen);
    if (isTheHosts(file)) continue;
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    if (text.startsWith("-> ")) symlinkSync(text.slice(3), file);
    else writeFileSync(file, text);
  }
  for (const tree of [workspace, keep, ...(isOurs ? [outside] : [])]) giveTo(tree, nobody);
  if (cell.granted !== undefined) {
    const input = { argv: ["true"], write_paths: [cell.granted] };
    const first = await use(sessionId, { tool: "run_command", input });
    await answer(approver, first, { password });
    await settled(org, member, first.id);
  }
  if (cell.trashed !== undefined) {
    const call = { tool: "edit_file", input: { mode: "remove", path: cell.trashed } } as const;
    const removed = await use(sessionId, call);
    if (removed.status === "awaiting_approval") await answer(member, removed);
    await settled(org, member, removed.id);
  }
  return { sessionId, host };
}

async function trashOf(sessionId: string): Promise<string> {
  return (await services.db.trashItem.findFirst({ where: { sessionId } }))?.id ?? "";
}

const use = (sessionId: string, call: ToolCall): Promise<ToolCallView> =>
  member.api.toolCall.use.mutate({ org: org.slug, sessionId, requestKey: randomUUID(), call });

const answer = (by: TestMember, view: ToolCallView, more: { password?: string } = {}) =>
  by.api.approval.answer.mutate({
    org: org.slug,
    approvalId: view.approval?.id ?? "",
    shown: view.approval?.shown ?? "",
    answer: "approve",
    ...more,
  });

const atRest = (sessionId: string, id: string): Promise<ToolCallView> =>
  until(
    "the call to end or to wait for a person",
    async () => {
      const view = await member.api.toolCall.get.query({ org: org.slug, id });
      if (view.sessionId !== sessionId) throw new Error("another session's call");
      return ["denied", "finished", "awaiting_approval"].includes(view.status) ? view : null;
    },
    60_000,
  );

function wordOf(view: ToolCallView): Word {
  if (view.status === "awaiting_approval") return view.approval?.strength === "password" ? "pw" : "ask";
  return view.status === "denied" || view.refusal !== undefined ? "no" : "run";
}

/** Whether files and servers look as they do after the call. */
function effect(cell: Cell, place: Place, id: string): boolean | null {
  if (cell.hits !== undefined) return hits.get(`/${id}`) === cell.hits;
  if (cell.leaves === undefined) return null;
  const [seen, text] = cell.leaves;
  const file = place.host(seen);
  if (isTheHosts(file)) return null;
  return text === null ? !existsSync(file) : existsSync(file) && readFileSync(file, "utf8") === text;
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "OK",
    (error: { data?: { appCode?: string } }) => error.data?.appCode ?? String(error),
  );
}

/** Plays a cell in one mode; what is wrong, in words. */
async function play(template: Cell, mode: SessionMode): Promise<string[]> {
  const id = `c-${randomUUID()}`;
  const filled = JSON.stringify(template)
    .replaceAll("$O", outside)
    .replaceAll("$G", grantable)
    .replaceAll("$URL", `http://${addressOf(open)}`)
    .replaceAll("$CLOSED", `http://${addressOf(closed)}`)
    .replaceAll("$ID", id);
  const cell = JSON.parse(filled) as Cell;
  const wrong: string[] = [];
  const must = (what: string, seen: unknown, wanted: unknown): void => {
    if (JSON.stringify(seen) !== JSON.stringify(wanted))
      wrong.push(
        `${mode}: ${template.title}: ${what} ${JSON.stringify(seen)}, not ${JSON.stringify(wanted)}`,
      );
  };
  const place = await prepare(cell, mode);
  const before = effect(cell, place, id);
  must("the effect before is", before ?? false, false);
  const { sessionId } = place;
  const trash = cell.trashed === undefined ? "" : await trashOf(sessionId);
  const sent = await use(
    sessionId,
    JSON.parse(JSON.stringify(cell.call).replace("$TRASH", trash)) as ToolCall,
  );
  let view = await atRest(sessionId, sent.id);
  const word = wordOf(view);
  must("verdict", word, cell[mode]);
  if (word === "no") {
    if (cell.code !== undefined) must("code", view.refusal?.code, cell.code);
    must("started", view.execution?.startedAt ?? null, null);
    must("the effect is", effect(cell, place, id) ?? false, false);
    return wrong;
  }
  if (word !== "run") {
    must("execution while it waits", view.execution ?? null, null);
    must("the effect while it waits is", effect(cell, place, id) ?? false, false);
  }
  if (word === "ask") must("answer", await codeOf(answer(member, view)), "OK");
  if (word === "pw") {
    must("a member's password", await codeOf(answer(member, view, { password })), "forbidden");
    must("an approver's click", await codeOf(answer(approver, view)), "step_up_required");
    must("an approver's password", await codeOf(answer(approver, view, { password })), "OK");
  }
  view = await atRest(sessionId, sent.id);
  must("status", view.status, "finished");
  must("outcome", view.execution?.outcome, "exited");
  if (cell.exit !== undefined) must("exit code", view.execution?.exitCode, cell.exit);
  must("the effect afterwards is", effect(cell, place, id) ?? true, true);
  if (cell.output !== undefined) {
    const text = (await outputOf(org, member, view.execution?.id ?? "")).toString();
    if (!text.includes(cell.output)) wrong.push(`${mode}: ${template.title}: output ${text.slice(0, 200)}`);
  }
  return wrong;
}

describe("the matrix of verdicts", () => {
  it("holds in every cell and both modes: what is allowed takes effect, what asks only after its answer, what is refused never", {
    timeout: 300_000,
  }, async () => {
    const queue = matrix.flatMap((cell) => (["safe", "auto"] as const).map((mode) => ({ cell, mode })));
    const wrong: string[] = [];
    const next = async (): Promise<void> => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        const { cell, mode } = one;
        wrong.push(
          ...(await play(cell, mode).catch((error: unknown) => [`${mode}: ${cell.title}: ${String(error)}`])),
        );
      }
    };
    await Promise.all([1, 2, 3, 4].map(next));
    expect(wrong).toEqual([]);
  });
});
