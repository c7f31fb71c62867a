import { createHmac, randomBytes } from "node:crypto";
import { linkToken } from "@gatehouse/services/notification/link";
import { readSecretKeys } from "@gatehouse/services/secret/keys";
import { beforeAll, describe, expect, it } from "vitest";
import { openSession, request } from "../../helpers/call.ts";
import { auditTypes, makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import { makeQuietHost } from "../../helpers/quiet-host.ts";
import { browser, services } from "../../helpers/web.ts";

let org: TestOrg;
let other: TestOrg;
let member: TestMember;
let approver: TestMember;
let asked: { approvalId: string; toolCallId: string };

beforeAll(async () => {
  await makeQuietHost();
  [org, other] = await Promise.all([makeOrg(), makeOrg()]);
  [member, approver] = await Promise.all([org.join("member"), org.join("approver")]);
  const sessionId = await openSession(org, member, "safe");
  const call = await request(org, member, { sessionId, argv: ["touch", "made"] });
  asked = { approvalId: call.approval?.id ?? "", toolCallId: call.id };
});

const later = () => new Date(Date.now() + 600_000);
function token(more: Partial<Parameters<typeof linkToken>[1]> = {}, keys = services.secretKeys): string {
  const { approvalId } = asked;
  return linkToken(keys, {
    approvalId,
    orgId: org.id,
    memberId: approver.memberId,
    expiresAt: later(),
    ...more,
  });
}
const open = (who: { api: TestMember["api"] }, text: string) =>
  who.api.me.openApprovalLink.mutate({ token: text });

describe("a link to one question", () => {
  it("leads its member there, on record, and answers nothing by itself", async () => {
    expect(await open(approver, token())).toEqual({
      state: "open",
      org: org.slug,
      approvalId: asked.approvalId,
    });
    expect(await auditTypes(org.id, asked.toolCallId)).toContain("approval.link_opened");
    const row = await services.db.approval.findUniqueOrThrow({ where: { id: asked.approvalId } });
    expect(row).toMatchObject({ status: "pending", answeredBy: null });
    // no request that only reads answers: the procedure of an answer is none that GET reaches
    const url = `http://gatehouse.test/api/trpc/approval.answer?input=${encodeURIComponent("{}")}`;
    expect((await approver.fetch(url)).status).toBe(405);
  });

  it("shows nothing to whoever did not sign in", async () => {
    await expect(open(browser(), token())).rejects.toMatchObject({ data: { code: "UNAUTHORIZED" } });
  });

  it("of a webhook opens for every member of the org, and for nobody else", async () => {
    const shared = token({ memberId: null });
    expect(await open(member, shared)).toMatchObject({ state: "open" });
    expect(await open(other.admin, shared)).toEqual({ state: "not_yours" });
  });

  it("of another member leads nowhere, which is on record", async () => {
    expect(await open(member, token())).toEqual({ state: "not_yours" });
    expect(await open(org.admin, token())).toEqual({ state: "not_yours" });
    expect(await auditTypes(org.id, asked.toolCallId)).toContain("approval.link_refused");
  });

  it("leads nowhere when its time is over", async () => {
    const old = token({ expiresAt: new Date(Date.now() - 60_000) });
    expect(await open(approver, old)).toEqual({ state: "expired", org: org.slug });
  });

  it("is bound to its org: ids of another org in it lead nowhere", async () => {
    const forged = token({ orgId: other.id, memberId: null });
    expect(await open(approver, forged)).toEqual({ state: "not_yours" });
    // in the other org the question does not exist
    expect(await open(other.admin, forged)).toEqual({ state: "broken" });
  });

  it("is nothing once a single byte of it was changed, or it is spelled in another way", async () => {
    const good = Buffer.from(token(), "base64url");
    for (const at of [0, 1, 9, 25, 41, 57, 60, 61, good.length - 1]) {
      const bad = Buffer.from(good);
      bad.writeUInt8(bad.readUInt8(at) ^ 1, at);
      expect([at, await open(approver, bad.toString("base64url"))]).toEqual([at, { state: "broken" }]);
    }
    for (const text of ["", "x", token().slice(1), `${token()}A`, `${token()}=`, good.toString("base64")])
      if (text !== token()) expect(await open(approver, text)).toEqual({ state: "broken" });
  });

  it("takes our own key for links: another key, or the sealing key itself, signs nothing", async () => {
    const foreign = readSecretKeys(randomBytes(32).toString("base64url"));
    expect(await open(approver, token({}, foreign))).toEqual({ state: "broken" });
    const body = Buffer.from(token(), "base64url").subarray(0, -32);
    const mac = createHmac("sha256", services.secretKeys.newest.bytes).update(body).digest();
    const direct = Buffer.concat([body, mac]).toString("base64url");
    expect(await open(approver, direct)).toEqual({ state: "broken" });
  });

  it("stays good over a change of keys, as long as the old one is known", async () => {
    const before = readSecretKeys(randomBytes(32).toString("base64url"));
    const link = token({}, before);
    const { readLinkToken } = await import("@gatehouse/services/notification/link");
    const both = readSecretKeys(`${services.secretKeys.text},${before.text}`);
    expect(readLinkToken(both, link)).toMatchObject({ ok: true, link: { approvalId: asked.approvalId } });
    expect(readLinkToken(services.secretKeys, link)).toEqual({ ok: false });
  });
});
