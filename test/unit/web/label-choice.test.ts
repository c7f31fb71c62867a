import { describe, expect, it } from "vitest";
import { labelChoice, labelsOf } from "../../../apps/web/src/features/host/label-choice.ts";

const hosts = [
  { name: "one", labels: ["gpu", "region=eu"], state: "ok" },
  { name: "two", labels: ["gpu"], state: "draining" },
  { name: "three", labels: ["tpu"], state: "gone" },
];

describe("the labels asked of a new session's host", () => {
  it("are those that hosts have, each once", () => {
    expect(labelsOf(hosts)).toEqual(["gpu", "region=eu", "tpu"]);
  });

  it("come to a host, or to the reason why there is none", () => {
    expect(labelChoice(hosts, []).ok).toBe(true);
    expect(labelChoice(hosts, ["gpu"])).toEqual({ ok: true, sentence: "The session goes to one." });
    expect(labelChoice(hosts, ["gpu", "tpu"]).sentence).toMatch(/No host has all of gpu, tpu/);
    expect(labelChoice(hosts, ["tpu"]).sentence).toMatch(/three is gone/);
    expect(labelChoice([], ["gpu"])).toMatchObject({
      ok: false,
      sentence: expect.stringMatching(/No host has gpu/),
    });
  });
});
