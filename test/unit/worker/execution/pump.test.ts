import type { Claimed, Room } from "@gatehouse/services/execution/claim";
import { afterEach, expect, it } from "vitest";
import { createPump, type Pump } from "../../../../apps/worker/src/execution/pump.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let pump: Pump | undefined;
afterEach(() => pump?.close());

/** Rows of a host as the pump sees them: what waits, and each claim and end under the test's hand. */
function host(capacity: number) {
  const waiting: string[] = [];
  const running = new Map<string, () => void>();
  let claims = 0;
  let meanwhile: (() => void) | null = null;
  const claim = async (room: Room): Promise<Claimed | null> => {
    claims += 1;
    const id = room.commands === "none" ? undefined : waiting.shift();
    const more = waiting.length > 0;
    // what is committed from here on is not in the answer
    meanwhile?.();
    meanwhile = null;
    await Promise.resolve();
    if (id === undefined) return null;
    return { lease: { executionId: id }, work: { call: { tool: "run_command" } }, more } as Claimed;
  };
  const run = (claimed: Claimed): Promise<void> =>
    new Promise((resolve) => running.set(claimed.lease.executionId, resolve));
  const made = createPump({ capacity, claim, run, log: silent });
  pump = made;
  return {
    pump: made,
    running,
    claims: () => claims,
    arrive(id: string) {
      waiting.push(id);
      made.wake(id);
    },
    arriveDuringClaim(id: string) {
      meanwhile = () => this.arrive(id);
    },
    end(id: string) {
      running.get(id)?.();
      running.delete(id);
    },
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("looks once for a call that comes alone, and not again for its job nor at its end", async () => {
  const one = host(1);
  one.arrive("a");
  await settle();
  one.pump.wake("a");
  one.end("a");
  await settle();
  expect(one.claims()).toBe(1);
});

it("takes what is committed while a claim is under way that said nothing more waits", async () => {
  const one = host(4);
  one.arriveDuringClaim("b");
  one.arrive("a");
  await settle();
  expect([...one.running.keys()]).toEqual(["a", "b"]);
});

it("takes what waited for a place as soon as one is free", async () => {
  const one = host(1);
  for (const id of ["a", "b", "c", "d"]) one.arrive(id);
  await settle();
  const before = [...one.running.keys()];
  expect(before.length).toBeLessThan(4);
  for (const id of before) one.end(id);
  await settle();
  expect(one.running.size).toBeGreaterThan(0);
  for (const id of one.running.keys()) one.end(id);
  await settle();
  for (const id of one.running.keys()) one.end(id);
  await settle();
  expect(one.claims()).toBeGreaterThanOrEqual(4);
});

it("looks again at an end when nothing could be taken of what waits", async () => {
  const one = host(1);
  one.arrive("a");
  await settle();
  // nothing can be taken, perhaps because of a limit: the next end may change that, although no job comes
  one.pump.wake();
  await settle();
  const seen = one.claims();
  one.end("a");
  await settle();
  expect(one.claims()).toBeGreaterThan(seen);
});
