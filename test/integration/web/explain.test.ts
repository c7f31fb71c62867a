import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@gatehouse/services/new-id";
import { request } from "../../helpers/call.ts";
import { makeOrg, type TestOrg } from "../../helpers/org.ts";
import { services } from "../../helpers/web.ts";

let org: TestOrg;
let sessionId: string;

beforeAll(async () => {
  org = await makeOrg({ denied_command: ["curl"] });
  const hostId = newId<string>();
  sessionId = newId<string>();
  await services.db.host.create({ data: { id: hostId, name: `host-${hostId}`, version: "0", probe: {} } });
  await services.db.session.create({
    data: {
      id: sessionId,
      orgId: org.id,
      ownerMemberId: org.admin.memberId,
      hostId,
      title: "s",
      mode: "auto",
    },
  });
});

const argv = ["bash", "-c", "ls; sh -c 'curl a'"];

describe("the explanation of a call", () => {
  it("says of a call that is being written what the decision on it says, and records nothing", async () => {
    const input = { org: org.slug, sessionId, input: { argv } };
    const [explanation, preview] = await Promise.all([
      org.admin.api.toolCall.explain.query(input),
      org.admin.api.toolCall.preview.query(input),
    ]);
    expect(explanation.decision.verdict).toBe("deny");
    expect(explanation.findings.map(({ node: _node, ...reason }) => reason)).toEqual(preview.reasons);
    const denied = explanation.findings.find(({ code }) => code === "denied_command");
    expect(explanation.nodes.find(({ id }) => id === denied?.node)).toMatchObject({ label: "curl" });
    expect(explanation).toMatchObject({ pathFacts: "lexical", sandbox: { kind: "none" } });
    const clean = { ...input, input: { argv: ["bash", "-c", "cat ~/.netrc"] } };
    const { paths, sandbox } = await org.admin.api.toolCall.explain.query(clean);
    expect(paths).toContainEqual(
      expect.objectContaining({ text: "~/.netrc", path: "/home/agent/.netrc", exists: null }),
    );
    expect(sandbox).toMatchObject({ kind: "plan", profile: { deniedCommands: ["curl"] } });
    expect(await services.db.toolCall.count({ where: { orgId: org.id } })).toBe(0);
  });

  it("keeps to the findings on record when the policy has changed since, for an auditor too", async () => {
    const { id, decision } = await request(org, org.admin, { sessionId, argv });
    expect(decision.verdict).toBe("deny");
    await org.publish({});
    const auditor = await org.join("auditor");
    const explanation = await auditor.api.toolCall.explainRecorded.query({ org: org.slug, id });
    expect(explanation.decision).toMatchObject({ verdict: "deny", policyNumber: decision.policyNumber });
    expect(explanation.findings.map(({ code }) => code)).toEqual(decision.reasons.map(({ code }) => code));
    expect(explanation.nodes.map(({ kind }) => kind)).toContain("script");
  });
});
