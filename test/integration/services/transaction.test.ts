import { randomUUID } from "node:crypto";
import { withTransaction } from "@gatehouse/services/transaction";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { services } from "../../helpers/web.ts";

const keys = [`transaction ${randomUUID()}`, `transaction ${randomUUID()}`] as const;

beforeAll(async () => {
  for (const key of keys)
    await services.db
      .$executeRaw`INSERT INTO rate_limit (id, key, count, last_request) VALUES (${key}, ${key}, 0, 0)`;
});
afterAll(async () => {
  await services.db.rateLimit.deleteMany({ where: { key: { in: [...keys] } } });
});

describe("two transactions that stand in each other's way", () => {
  it.each(["statements", "raw statements"])("both commit, once each: %s", async (form) => {
    const before = await services.db.rateLimit.findMany({ where: { key: { in: [...keys] } } });
    let tries = 0;
    let met: () => void = () => undefined;
    const meeting = new Promise<void>((resolve) => {
      met = resolve;
    });
    const both = (first: string, second: string) =>
      withTransaction(services.db, async (tx) => {
        tries += 1;
        const add = async (key: string): Promise<void> => {
          if (form === "statements")
            await tx.rateLimit.updateMany({ where: { key }, data: { count: { increment: 1 } } });
          else await tx.$executeRaw`UPDATE rate_limit SET count = count + 1 WHERE key = ${key}`;
        };
        await add(first);
        if (tries === 2) met();
        await meeting;
        await add(second);
      });
    await Promise.all([both(keys[0], keys[1]), both(keys[1], keys[0])]);
    expect(tries).toBe(3);
    const after = await services.db.rateLimit.findMany({ where: { key: { in: [...keys] } } });
    const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);
    expect(sum(after) - sum(before)).toBe(4);
  });

  it("leave any other failure as it is, at the first try", async () => {
    let tries = 0;
    const failing = withTransaction(services.db, async () => {
      tries += 1;
      throw new Error("not a conflict");
    });
    await expect(failing).rejects.toThrow("not a conflict");
    expect(tries).toBe(1);
  });
});
