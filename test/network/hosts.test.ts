import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMaintenance } from "@gatehouse/services/maintenance";
import { openSession, outputOf, request, settled } from "../helpers/call.ts";
import { type NetHost, netHost } from "../helpers/net-host.ts";
import { auditTypes, makeOrg, type TestOrg } from "../helpers/org.ts";
import { until } from "../helpers/wait.ts";
import { services } from "../helpers/web.ts";
import { startWorker, type TestWorker } from "../helpers/worker.ts";

/** Three hosts that share nothing but the way to Postgres and Redis. */
type Host = { net: NetHost; worker: TestWorker; sessionId: string };

const hosts: Host[] = [];
let org: TestOrg;
let stopMaintenance: () => Promise<void>;

beforeAll(async () => {
  await services.db.host.updateMany({ data: { state: "cordoned" } });
  org = await makeOrg({ record_programs: false });
  stopMaintenance = startMaintenance(services);
  for (const index of [1, 2, 3]) {
    const net = netHost(index);
    const label = `net=${index}`;
    const worker = await startWorker({ net, network: "off", beside: true, env: { HOST_LABELS: label } });
    const { id } = await org.admin.api.session.create.mutate({
      org: org.slug,
      mode: "auto",
      labels: [label],
    });
    hosts.push({ net, worker, sessionId: id });
  }
}, 120_000);
afterAll(async () => {
  await stopMaintenance();
  for (const { net, worker } of hosts) {
    await worker.kill("SIGKILL");
    net.remove();
  }
});

const ask = (host: Host | undefined, script: string) =>
  request(org, org.admin, { sessionId: host?.sessionId ?? "", argv: ["bash", "-c", script] });
const started = (toolCallId: string) =>
  until("it to run", async () =>
    services.db.execution.findFirst({ where: { toolCallId, startedAt: { not: null } } }),
  );
const textOf = async (id: string): Promise<string> => {
  const done = await settled(org, org.admin, id, 60_000);
  return (await outputOf(org, org.admin, done.execution?.id ?? "")).toString();
};

describe("three hosts in network namespaces", () => {
  it("serve one org, and new sessions are spread over them", async () => {
    const states = (await org.admin.api.host.list.query({ org: org.slug })).filter((host) =>
      hosts.some(({ worker }) => worker.hostId === host.id),
    );
    expect(states.map((host) => host.state)).toEqual(["ok", "ok", "ok"]);
    const more = await Promise.all([1, 2, 3].map(() => openSession(org, org.admin)));
    const placed = await services.db.session.findMany({ where: { id: { in: more } } });
    for (const { hostId } of placed) expect(hosts.map(({ worker }) => worker.hostId)).toContain(hostId);
    const calls = await Promise.all(hosts.map((host, at) => ask(host, `echo ${at} | tee -a mine.txt`)));
    expect(await Promise.all(calls.map(({ id }) => textOf(id)))).toEqual(["0\n", "1\n", "2\n"]);
  });

  it("lose nothing when one is drained and another is cut off: what ran there is lost, and said to be", async () => {
    const [drained, cut, third] = hosts;
    const whole = await ask(drained, "for i in 1 2 3 4 5 6; do echo $i; sleep 0.5; done");
    const doomed = await ask(cut, "echo known; sleep 300");
    await started(whole.id);
    await until(
      "its output",
      async () => (await outputOf(org, org.admin, doomed.execution?.id ?? "")).length > 0,
    );
    const id = drained?.worker.hostId ?? "";
    await org.admin.api.host.setIntent.mutate({ org: org.slug, id, intent: "draining" });
    cut?.net.cut();
    const kept = await ask(drained, "cat mine.txt; echo kept");
    const beyond = await ask(cut, "cat mine.txt; echo back");
    const busy = await Promise.all(Array.from({ length: 6 }, (_, at) => ask(third, `echo ${at}`)));
    expect(await Promise.all(busy.map((call) => textOf(call.id)))).toEqual([
      "0\n",
      "1\n",
      "2\n",
      "3\n",
      "4\n",
      "5\n",
    ]);
    expect(await textOf(whole.id)).toBe("1\n2\n3\n4\n5\n6\n");
    expect((await settled(org, org.admin, doomed.id, 60_000)).execution?.outcome).toBe("lost");
    expect(await textOf(doomed.id)).toBe("known\n");
    for (const [call, code] of [
      [kept, /^host_draining$/],
      [beyond, /^host_(late|gone)$/],
    ] as const) {
      const why = await until("the reason", () =>
        org.admin.api.toolCall.waiting.query({ org: org.slug, id: call.id }),
      );
      expect(why.code).toMatch(code);
    }
    cut?.net.heal();
    await org.admin.api.host.setIntent.mutate({ org: org.slug, id, intent: "ok" });
    expect(await textOf(kept.id)).toBe("0\nkept\n");
    expect(await textOf(beyond.id)).toBe("1\nback\n");
    const types = await auditTypes(org.id);
    const count = (type: string): number => types.filter((one) => one === type).length;
    expect(count("execution.finished")).toBe(count("execution.started"));
    expect(await services.db.execution.count({ where: { orgId: org.id, state: { not: "finished" } } })).toBe(
      0,
    );
  }, 180_000);
});
