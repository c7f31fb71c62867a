import { describe, expect, it } from "vitest";
import { dialPublic } from "../../../../apps/worker/src/sandbox/egress/dial.ts";

describe("a public address that is the host's own", () => {
  const hostAddresses = () => ["2a00:1450::1", "93.184.215.14"];

  it.each(["2a00:1450::1", "2A00:1450:0:0:0:0:0:1", "2a00:1450:0::0001", "93.184.215.14"])(
    "is not dialled in any spelling: %s",
    async (host) => {
      const dialled = await dialPublic({ host, port: 443 }, { exempt: false, hostAddresses });
      expect(dialled).toEqual({ ok: false, status: 403, why: "the host has no public address" });
    },
  );
});
