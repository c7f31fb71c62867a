import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { distrustForwardedFor } from "../../../apps/web/src/server/peer-address.ts";

it("keeps no X-Forwarded-For that a client wrote itself, however it is spelled or repeated", async () => {
  distrustForwardedFor();
  const server = createServer((request, response) => {
    response.end(JSON.stringify(request.headers["x-forwarded-for"] ?? "none"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    for (const headers of [
      { "x-forwarded-for": "10.1.2.3" },
      { "X-Forwarded-For": "10.1.2.3, 10.4.5.6" },
      [
        ["X-FORWARDED-FOR", "10.1.2.3"],
        ["x-forwarded-for", "10.4.5.6"],
      ] as [string, string][],
    ]) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { headers });
      expect(await answer.json()).toBe("none");
    }
  } finally {
    server.close();
  }
});
