import { createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createQueues } from "@gatehouse/services/queue/queues";
import { createProducerConnection, type Redis } from "@gatehouse/services/redis";

/** A Redis that accepts and never answers, and one that is not there: nothing waits for either. */
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const deaf = createServer(() => undefined);
const connections: Redis[] = [];
let ports: number[] = [];

const portOf = (server: typeof deaf): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });

beforeAll(async () => {
  const absent = createServer();
  ports = [await portOf(deaf), await portOf(absent)];
  await new Promise((resolve) => absent.close(resolve));
});
afterAll(() => {
  for (const connection of connections) connection.disconnect();
  deaf.close();
});

it("a queue that is away or deaf is an error after a moment, for every operation", async () => {
  for (const port of ports) {
    const connection = createProducerConnection(`redis://127.0.0.1:${port}/0`, log);
    connections.push(connection);
    const queues = createQueues(connection);
    const begun = performance.now();
    const ends = await Promise.allSettled([
      queues.addExecution("host", "one"),
      queues.counts("host"),
      queues.removeExecution("other", "one"),
    ]);
    expect(ends.map((end) => end.status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(performance.now() - begun).toBeLessThan(4_000);
  }
});
