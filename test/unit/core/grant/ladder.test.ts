import { agentWorkspace } from "@gatehouse/core/path/facts";
import { digestInput } from "@gatehouse/core/canonical";
import { ladderOf, type Rung } from "@gatehouse/core/grant/ladder";
import type { Grant } from "@gatehouse/core/grant/grant";
import { readShape } from "@gatehouse/core/grant/shape";
import { asId } from "@gatehouse/core/ids";
import { decide } from "@gatehouse/core/policy/decide";
import type { Ask, Decision } from "@gatehouse/core/policy/decision";
import type { RunCommandInput, ToolCall } from "@gatehouse/core/tool-call/tool-call";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { facts, policyOf, shell } from "../../../helpers/guard.ts";

const policy = policyOf({ denied_command: ["curl"], denied_path: ["/srv/secret"], elevation: true });

function decided(call: ToolCall, grants: readonly Grant[] = []): Decision {
  return decide({
    call,
    mode: "safe",
    policy,
    grants,
    facts,
    shell,
    nowMs: 0,
    script: null,
    callDigest: digestInput({ tool: call.tool, input: JSON.parse(JSON.stringify(call.input)) }),
  });
}

const asksOf = (decision: Decision): Ask[] =>
  decision.reasons.flatMap(({ verdict, ask }) => (verdict === "ask" && ask !== undefined ? [ask] : []));

function rungsOf(call: ToolCall): Rung[] {
  return ladderOf({
    call,
    digest: digestInput({ tool: call.tool, input: JSON.parse(JSON.stringify(call.input)) }),
    asks: asksOf(decided(call)),
    facts,
    scriptPrograms: null,
  });
}

/** As a row holds it and a decision reads it again. */
function grantOf({ scope }: Rung): Grant {
  const base = { id: asId<Grant["id"]>("0"), expiresAtMs: null };
  if (scope.kind === "path") return { ...base, ...scope };
  if (scope.kind === "exact") return { ...base, kind: "exact", digest: scope.digest };
  const shape = readShape(JSON.stringify(scope.shape));
  if (shape === null) throw new Error("a shape that cannot be read again");
  return { ...base, kind: "shape", shape };
}

const place = fc.constantFrom(
  "a.txt",
  "src/b.ts",
  ".env",
  "../keep/c",
  "~/.ssh/id_rsa",
  "/home/agent/docs/d",
  "/srv/data/e",
  "/srv/secret/f",
  "/etc/shadow",
  "/opt/app/g",
  "to_etc/hosts",
  "to_key",
);
const argv = fc.oneof(
  fc
    .tuple(fc.constantFrom("cat", "touch", "cp", "rm", "python3", "tsc", "sudo", "curl"), place)
    .map((words) => [...words]),
  fc
    .tuple(fc.constantFrom("git", "npm", "cargo"), fc.constantFrom("commit", "test", "run", "status"), place)
    .map((words) => [...words]),
  place.map((path) => ["bash", "-c", `echo x > ${path}`]),
);
const command = fc
  .record(
    {
      argv,
      network: fc.boolean(),
      sandbox: fc.constantFrom(true, true, true, false),
      write_paths: fc.array(fc.constantFrom("/opt/app", "/srv/data", `${agentWorkspace}/x`), {
        maxLength: 2,
      }),
    },
    { requiredKeys: ["argv"] },
  )
  .chain((input) =>
    fc
      .constantFrom("run_command" as const, "background_command" as const)
      .map((tool): ToolCall => ({ tool, input: input as RunCommandInput })),
  );
const file = fc.oneof(
  place.map((path): ToolCall => ({ tool: "read_files", input: { files: [{ path }] } })),
  place.map((dir): ToolCall => ({ tool: "find_files", input: { mode: "list", queries: [{ dir }] } })),
  fc.tuple(place, fc.constantFrom("write" as const, "remove" as const)).map(
    ([path, mode]): ToolCall => ({
      tool: "edit_file",
      input: mode === "write" ? { mode, path, content: "x" } : { mode, path },
    }),
  ),
);
const web = fc.oneof(
  fc
    .constantFrom("GET" as const, "POST" as const)
    .map((method): ToolCall => ({ tool: "http_request", input: { url: "https://example.com/", method } })),
  place.map(
    (output_path): ToolCall => ({
      tool: "download_file",
      input: { url: "https://example.com/", output_path },
    }),
  ),
);

describe("a grant that the ladder offers for a call", () => {
  test("answers what that call asks: read again from its row, it leaves fewer questions than there were", () => {
    let offered = 0;
    fc.assert(
      fc.property(fc.oneof(command, command, file, web), (call) => {
        const before = asksOf(decided(call));
        for (const rung of rungsOf(call)) {
          offered += 1;
          const after = decided(call, [grantOf(rung)]);
          expect([rung.id, asksOf(after).length]).not.toEqual([rung.id, before.length]);
          expect(asksOf(after).length).toBeLessThan(before.length);
          expect(rung.words.length).toBeGreaterThan(10);
          expect(Math.max(...rung.expiries)).toBeLessThanOrEqual(1440);
        }
      }),
      { numRuns: 500 },
    );
    expect(offered).toBeGreaterThan(200);
  });

  test("together with the others answers every question, or the call asks for what is asked every time", () => {
    fc.assert(
      fc.property(fc.oneof(command, file), (call) => {
        const rungs = rungsOf(call);
        const first = decided(call);
        const left = asksOf(decided(call, rungs.map(grantOf)));
        const everyTime = asksOf(first).some(({ kind }) => kind === "sudo" || kind === "unsandboxed");
        if (everyTime) expect(rungs).toEqual([]);
        else for (const ask of left) expect(["call", "network", "trash"]).toContain(ask.kind);
      }),
      { numRuns: 300 },
    );
  });

  test("turns no refusal into anything else", () => {
    fc.assert(
      fc.property(fc.oneof(command, file, web), (call) => {
        if (decided(call).verdict !== "deny") return;
        const all = rungsOf(call).map(grantOf);
        expect(decided(call, all).verdict).toBe("deny");
      }),
      { numRuns: 300 },
    );
  });
});
