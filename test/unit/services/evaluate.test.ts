import { lexicalFacts } from "@gatehouse/core/path/facts";
import { effectivePolicy } from "@gatehouse/core/policy/defaults";
import { policySchema } from "@gatehouse/core/policy/policy";
import { createEvaluate, smallCall } from "@gatehouse/services/decision/create-evaluate";
import type { Question } from "@gatehouse/services/decision/evaluate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

type Evaluating = Awaited<ReturnType<typeof createEvaluate>>;
const document = effectivePolicy(policySchema.parse({ denied_command: ["curl"] }));

function question(script: string): Question {
  return {
    call: { tool: "run_command", input: { argv: ["bash", "-c", script] } },
    mode: "auto",
    policy: { number: 1, document } as Question["policy"],
    grants: [],
    facts: lexicalFacts,
    digest: "",
    now: new Date(0),
  };
}

const long = "echo a\n".repeat(smallCall / 4);
/** One grammar reads this for seconds; its own deadline is a courtesy that the thread's does not rely on. */
const slow = "((a".repeat(30_000);

let patient: Evaluating;
let hasty: Evaluating;
beforeAll(async () => {
  patient = await createEvaluate();
  hasty = await createEvaluate({ deadlineMs: 1 });
});
afterAll(async () => {
  await patient.close();
  await hasty.close();
});

describe("a call too large for the event loop", () => {
  it("gets the verdict, the paths and the tree that a small one gets", async () => {
    const clean = question(`${long}cat /etc/hosts`);
    expect(await patient.decide(clean)).toMatchObject({ verdict: "allow" });
    expect(await patient.pathsOf(clean.call, clean.policy)).toContain("/etc/hosts");
    const denied = question(`${long}curl x`);
    const decision = await patient.decide(denied);
    expect(decision).toMatchObject({ verdict: "deny" });
    expect(decision.reasons[0]).toMatchObject({ code: "denied_command", place: { line: smallCall / 4 + 1 } });
    const { findings } = await patient.explain(denied.call, decision.reasons);
    expect(findings[0]?.node).not.toBeNull();
  });

  it("gets the same from the functions of a policy's editor, and in the background", async () => {
    const script = `${long}cat /etc/hosts; curl x`;
    const argv = ["bash", "-c", script];
    const background = {
      ...question(script),
      call: { tool: "background_command" as const, input: { argv } },
    };
    expect(await patient.decide(background)).toMatchObject({ verdict: "deny" });
    const item = { argv, mode: "auto" as const, grants: [] };
    expect((await patient.try(item, document)).decision).toMatchObject({ verdict: "deny" });
    const wanted = { verdict: "refuse" as const, rule: "denied-command" };
    expect(await patient.runCases([{ ...item, name: "no curl", expect: wanted }], document)).toMatchObject([
      { passed: true, verdict: "refuse" },
    ]);
    expect(await patient.resolvedPaths(background.call, document, lexicalFacts)).toContainEqual(
      expect.objectContaining({ path: "/etc/hosts" }),
    );
  });

  it("is refused when its thread overruns the deadline, and the next call has another thread", async () => {
    const hanging = question(slow);
    expect(await hasty.decide(hanging)).toMatchObject({
      verdict: "deny",
      reasons: [{ code: "script_limit" }],
    });
    expect(await hasty.pathsOf(hanging.call, hanging.policy)).toBeNull();
    expect((await hasty.explain(hanging.call, [])).nodes).toEqual([]);
    const item = { argv: ["bash", "-c", slow], mode: "auto" as const, grants: [] };
    expect((await hasty.try(item, document)).decision.reasons).toMatchObject([{ code: "script_limit" }]);
    expect(
      await hasty.resolvedPaths({ tool: "run_command", input: item }, document, lexicalFacts),
    ).toBeNull();
    expect(await hasty.decide(question("echo a"))).toMatchObject({ verdict: "allow" });
  });

  it("is read while the event loop goes on", async () => {
    let turns = 0;
    const beat = setInterval(() => {
      turns += 1;
    }, 5);
    await Promise.all([patient.decide(question(slow)), patient.decide(question("a;".repeat(60_000)))]);
    clearInterval(beat);
    expect(turns).toBeGreaterThan(3);
  });
});
