import { randomUUID } from "node:crypto";
import { answerApproval } from "@gatehouse/services/approval/answer";
import { sayPublicUrl } from "@gatehouse/services/notification/reach";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, request, settled } from "../../helpers/call.ts";
import { auditTypes, makeOrg, type TestMember, type TestOrg } from "../../helpers/org.ts";
import {
  type HttpReceiver,
  type MailReceiver,
  receiveHttp,
  receiveMail,
  testDevice,
  webhookSignature,
} from "../../helpers/receivers.ts";
import { until } from "../../helpers/wait.ts";
import { services } from "../../helpers/web.ts";
import { startWorker, type TestWorker } from "../../helpers/worker.ts";

let worker: TestWorker;
let hook: HttpReceiver;
let push: HttpReceiver;
let mail: MailReceiver;
let org: TestOrg;
let member: TestMember;
let approver: TestMember;
let secret: string;
let sessionId: string;
const device = testDevice();
const setting = { webhookKinds: ["approval" as const, "job" as const], says: "program" as const };

beforeAll(async () => {
  [hook, push, mail] = await Promise.all([receiveHttp(), receiveHttp(), receiveMail()]);
  await sayPublicUrl(services.db, "http://gatehouse.test");
  worker = await startWorker({ env: { SMTP_URL: mail.url, SMTP_FROM: "Gatehouse <gate@example.test>" } });
  org = await makeOrg({ net_white_list: ["127.0.0.1"] });
  [member, approver] = await Promise.all([org.join("member"), org.join("approver")]);
  const saved = await org.admin.api.notification.save.mutate({
    org: org.slug,
    ...setting,
    webhookUrl: `${hook.base}/hook`,
    linkMinutes: 30,
  });
  secret = saved.secret ?? "";
  await member.api.notification.addDevice.mutate({
    org: org.slug,
    name: "Phone",
    endpoint: `${push.base}/device`,
    p256dh: device.p256dh,
    auth: device.auth,
  });
  sessionId = await openSession(org, member, "safe");
});
afterAll(async () => {
  await worker.stop();
  for (const receiver of [hook, push, mail]) receiver.close();
});

async function ask(argv = ["touch", "very-secret-name"]): Promise<{ approvalId: string; shown: string }> {
  const call = await request(org, member, { sessionId, argv });
  return { approvalId: call.approval?.id ?? "", shown: call.approval?.shown ?? "" };
}
const rowsOf = (subject: string, channel: string) =>
  services.db.notificationDelivery.findMany({ where: { subject, channel }, orderBy: { createdAt: "asc" } });
const over = (subject: string, channel: string, count = 1) =>
  until(`${channel} about ${subject}`, async () => {
    const rows = await rowsOf(subject, channel);
    return rows.length >= count && rows.every(({ endedAt }) => endedAt !== null) ? rows : null;
  });
/** What waits is due now, so that no test waits for a back-off. */
const hurry = (subject: string) =>
  services.db.notificationDelivery.updateMany({
    where: { subject, status: "queued" },
    data: { dueAt: new Date(Date.now() - 60_000) },
  });
const hooksAbout = (approvalId: string) =>
  hook.got.filter(({ body }) => body.toString().includes(approvalId));

describe("a question that waits", () => {
  it("reaches the org's webhook once, signed, with its program and no word of its arguments", async () => {
    const { approvalId } = await ask();
    await over(approvalId, "webhook");
    const [got, ...more] = hooksAbout(approvalId);
    expect(more).toEqual([]);
    if (got === undefined) throw new Error("nothing came");
    expect(got.headers["webhook-signature"]).toBe(webhookSignature(secret, got));
    expect(Math.abs(Number(got.headers["webhook-timestamp"]) - Date.now() / 1_000)).toBeLessThan(60);
    const { type, data } = JSON.parse(got.body.toString()) as { type: string; data: Record<string, string> };
    expect(type).toBe("approval.waits");
    expect(data).toMatchObject({
      program: "touch",
      title: "touch waits for your answer",
      asker: member.name,
    });
    expect(got.body.toString()).not.toContain("very-secret-name");
    const link = data["url"]?.split("/link/")[1] ?? "";
    expect(await approver.api.me.openApprovalLink.mutate({ token: link })).toMatchObject({ approvalId });
  });

  it("reaches a member's browser sealed to its key alone, with a link for that member", async () => {
    const before = push.got.length;
    const { approvalId } = await ask();
    await over(approvalId, "push");
    const got = push.got[before];
    if (got === undefined) throw new Error("nothing came");
    expect(got.headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "high" });
    expect(got.headers.authorization).toMatch(/^vapid t=.+, k=.+/);
    const told = JSON.parse(device.open(got.body)) as Record<string, string>;
    expect(told).toMatchObject({ title: "touch waits for your answer", tag: approvalId });
    expect(JSON.stringify(told)).not.toContain("very-secret-name");
    const token = told["url"]?.split("/link/")[1] ?? "";
    expect(await member.api.me.openApprovalLink.mutate({ token })).toMatchObject({ state: "open" });
    expect(await approver.api.me.openApprovalLink.mutate({ token })).toEqual({ state: "not_yours" });
  });

  it("comes by e-mail when nobody answered within a minute, and says what the org chose", async () => {
    await org.admin.api.notification.save.mutate({
      org: org.slug,
      ...setting,
      says: "command",
      webhookUrl: `${hook.base}/hook`,
      linkMinutes: 30,
    });
    const { approvalId } = await ask(["touch", "<b>&\u202egpj.exe"]);
    await until("an e-mail to be planned", async () => (await rowsOf(approvalId, "email")).length === 1);
    expect(mail.mails).toHaveLength(0);
    await hurry(approvalId);
    expect(await over(approvalId, "email")).toMatchObject([{ status: "sent", attempts: 1 }]);
    const [got] = mail.mails;
    expect(got?.to).toContain(member.email);
    const source = got?.source
      .replace(/=\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    expect(source).toContain("Subject: touch waits for your answer");
    expect(source).toContain("touch <b>&\\u{202e}gpj.exe");
    expect(source).toContain("&#60;b&#62;&#38;\\u{202e}gpj.exe");
    expect(source).toContain("http://gatehouse.test/link/");
  });

  it("is no news any more once it was answered or seen", async () => {
    const [answered, seen] = [await ask(), await ask(["touch", "other"])];
    await until("both to be planned", async () => {
      const rows = await Promise.all([answered, seen].map((one) => rowsOf(one.approvalId, "email")));
      return rows.every((found) => found.length === 1);
    });
    await answerApproval(member.ctx(), { ...answered, answer: "reject" });
    await member.api.approval.seen.mutate({ org: org.slug, approvalIds: [seen.approvalId] });
    const before = mail.mails.length;
    await Promise.all([hurry(answered.approvalId), hurry(seen.approvalId)]);
    expect(await over(answered.approvalId, "email")).toMatchObject([
      { status: "dropped", detail: "It was answered meanwhile." },
    ]);
    expect(await over(seen.approvalId, "email")).toMatchObject([
      { status: "dropped", detail: "They saw it on a page meanwhile." },
    ]);
    expect(mail.mails).toHaveLength(before);
  });

  it("that waited too long is told to everybody who may answer, each once more and no more", async () => {
    const { approvalId } = await ask();
    await over(approvalId, "webhook");
    await services.db.approval.update({
      where: { id: approvalId },
      data: { requestedAt: new Date(Date.now() - 16 * 60_000) },
    });
    await until("the e-mail to the approver", async () =>
      mail.mails.some(({ to, source }) => to.includes(approver.email) && source.includes("still waits")),
    );
    await over(approvalId, "webhook", 2);
    const told = await rowsOf(approvalId, "email");
    const escalated = told.filter(({ stage }) => stage.endsWith("escalated")).map(({ target }) => target);
    expect(escalated.sort()).toEqual([member.memberId, approver.memberId, org.admin.memberId].sort());
    expect(hooksAbout(approvalId)).toHaveLength(2);
  });

  it("comes by the ways a member chose, and by no other", async () => {
    for (const channel of ["push", "email"] as const)
      await member.api.notification.choose.mutate({
        org: org.slug,
        kind: "approval",
        channel,
        wanted: false,
      });
    const { approvalId } = await ask();
    await over(approvalId, "webhook");
    expect([...(await rowsOf(approvalId, "push")), ...(await rowsOf(approvalId, "email"))]).toEqual([]);
    for (const channel of ["push", "email"] as const)
      await member.api.notification.choose.mutate({ org: org.slug, kind: "approval", channel, wanted: true });
  });
});

describe("the end of a background command", () => {
  it("comes by e-mail to who chose it, and reaches the webhook once", async () => {
    await member.api.notification.choose.mutate({
      org: org.slug,
      kind: "job",
      channel: "email",
      wanted: true,
    });
    const auto = await openSession(org, member, "auto");
    const input = { argv: ["sh", "-c", "echo done; exit 3"], keywords: ["done"] };
    const requestKey = randomUUID();
    const job = await member.api.job.start.mutate({ org: org.slug, sessionId: auto, requestKey, input });
    await settled(org, member, job.id);
    await over(job.id, "webhook", 2);
    const about = hook.got.filter(({ body }) => body.toString().includes(job.id));
    const types = about.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type);
    expect(types.sort()).toEqual(["job.ended", "keyword.found"]);
    await until("the e-mail", async () =>
      mail.mails.some(({ source }) => source.includes("sh ended with exit code 3")),
    );
  });
});

describe("a receiver that does not take it", () => {
  it("gets it again later under the same id, and the log says what went wrong", async () => {
    hook.answer.push({ to: "come-again", status: 503 });
    const { approvalId } = await ask(["touch", "come-again"]);
    await until("the first attempt", async () => (await rowsOf(approvalId, "webhook"))[0]?.detail);
    const { deliveries } = await org.admin.api.notification.overview.query({
      org: org.slug,
      failedOnly: true,
    });
    expect(deliveries.find(({ subject }) => subject === approvalId)).toMatchObject({
      status: "queued",
      attempts: 1,
      detail: "the receiver answered 503",
    });
    await hurry(approvalId);
    expect(await over(approvalId, "webhook")).toMatchObject([{ status: "sent", attempts: 2 }]);
    const ids = hooksAbout(approvalId).map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(1 + 1);
    expect(new Set(ids).size).toBe(1);
  });

  it("that redirects is not followed, wherever to", async () => {
    const inner = await receiveHttp();
    const location = `${inner.base}/internal`;
    hook.answer.push({ to: '"type":"test"', status: 307, headers: { location } });
    const { ids } = await org.admin.api.notification.test.mutate({ org: org.slug, channel: "webhook" });
    expect(await over(ids[0] ?? "", "webhook")).toMatchObject([
      { status: "failed", detail: "the receiver answered 307: no redirect is followed" },
    ]);
    expect(inner.got).toEqual([]);
    inner.close();
  });

  it("of push that is gone is forgotten; a mail server's no for good is not asked again", async () => {
    const gone = testDevice();
    await approver.api.notification.addDevice.mutate({
      org: org.slug,
      name: "Old phone",
      endpoint: `${push.base}/gone`,
      p256dh: gone.p256dh,
      auth: gone.auth,
    });
    push.answer.push({ to: "/gone", status: 410 });
    const { ids } = await approver.api.notification.test.mutate({ org: org.slug, channel: "push" });
    expect(await over(ids[0] ?? "", "push")).toMatchObject([{ status: "dropped" }]);
    expect((await approver.api.notification.preferences.query({ org: org.slug })).devices).toEqual([]);
    mail.refuse.push("550 no such mailbox");
    const mailed = await approver.api.notification.test.mutate({ org: org.slug, channel: "email" });
    expect(await over(mailed.ids[0] ?? "", "email")).toMatchObject([{ status: "failed", attempts: 1 }]);
  });

  it("inside the network is never reached: not saved, not subscribed to, not sent to once the list forgets it", async () => {
    const inside = await makeOrg();
    for (const webhookUrl of [
      "http://127.0.0.1:1/",
      "http://169.254.169.254/latest",
      "http://[::ffff:10.0.0.1]/",
      "http://localhost/",
      "http://0x7f000001/",
      "http://user:pass@example.com/",
      "https://example.com:25/",
    ])
      await expect(
        inside.admin.api.notification.save.mutate({
          org: inside.slug,
          ...setting,
          webhookUrl,
          linkMinutes: 60,
        }),
      ).rejects.toMatchObject({ data: { code: "BAD_REQUEST" } });
    for (const endpoint of ["https://10.0.0.1/push", "http://push.example.com/x", "https://localhost/x"])
      await expect(
        inside.admin.api.notification.addDevice.mutate({
          org: inside.slug,
          name: "x",
          endpoint,
          p256dh: device.p256dh,
          auth: device.auth,
        }),
      ).rejects.toMatchObject({ data: { code: "BAD_REQUEST" } });
    const before = [hook.got.length, push.got.length];
    await org.publish({});
    const { approvalId } = await ask();
    expect(await over(approvalId, "webhook")).toMatchObject([{ status: "failed", attempts: 1 }]);
    expect(await over(approvalId, "push")).toMatchObject([{ status: "failed", attempts: 1 }]);
    expect([hook.got.length, push.got.length]).toEqual(before);
    await org.publish({ net_white_list: ["127.0.0.1"] });
  });
});

describe("who set it up", () => {
  it("is on record; no answer to a browser holds a secret, a key or an endpoint again", async () => {
    const types = await auditTypes(org.id);
    for (const type of ["notification.settings_saved", "secret.set", "push_device.added"])
      expect(types).toContain(type);
    const pages = await Promise.all([
      org.admin.api.notification.overview.query({ org: org.slug }),
      member.api.notification.preferences.query({ org: org.slug }),
    ]);
    const text = JSON.stringify(pages);
    for (const hidden of [secret, device.auth, `${push.base}/device`]) expect(text).not.toContain(hidden);
    const events = await services.db.auditEvent.findMany({
      where: { orgId: org.id },
      select: { body: true },
    });
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  it("can change the secret, and nothing is sent twice when its sender died", async () => {
    const { secret: next } = await org.admin.api.notification.renewSecret.mutate({ org: org.slug });
    expect(next).not.toBe(secret);
    const sent = await services.db.notificationDelivery.create({
      data: {
        id: randomUUID(),
        orgId: org.id,
        memberId: member.memberId,
        channel: "email",
        target: member.memberId,
        kind: "test",
        subject: randomUUID(),
        stage: "died",
        status: "sending",
        attempts: 1,
        leaseUntil: new Date(Date.now() - 60_000),
      },
    });
    expect(await over(sent.subject, "email")).toMatchObject([{ status: "failed", attempts: 1 }]);
    const again = services.db.notificationDelivery.update({
      where: { id: sent.id },
      data: { status: "queued", endedAt: null },
    });
    await expect(again).rejects.toThrow(/is over/);
  });
});
