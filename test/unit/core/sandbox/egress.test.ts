import { describe, expect, it } from "vitest";
import { mayReach, readTarget } from "@gatehouse/core/sandbox/egress-target";
import { isPublicAddress, isSameAddress } from "@gatehouse/core/sandbox/public-address";

describe("a public address", () => {
  it.each(["1.1.1.1", "93.184.215.14", "172.15.0.1", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::8a"])(
    "is %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ...[
      "127.0.0.1",
      "0.0.0.0",
      "10.1.2.3",
      "100.64.0.1",
      "169.254.169.254",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
    ],
    ...["168.63.129.16", "198.18.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.1"],
    ...[
      "::",
      "::1",
      "fe80::1",
      "fd00:ec2::254",
      "::ffff:8.8.8.8",
      "::ffff:7f00:1",
      "64:ff9b::808:808",
      "2002:7f00:1::",
      "2001::1",
    ],
    ...["ff02::1", "2001:db8::1", "3fff::1", "fe80::1%eth0"],
    ...[
      "",
      "1.2.3",
      "01.2.3.4",
      "256.1.1.1",
      "1.2.3.4.5",
      "2606:4700",
      "2606::4700::1",
      "gggg::1",
      "example.org",
    ],
  ])("is not %s", (address) => expect(isPublicAddress(address)).toBe(false));
});

describe("a target", () => {
  it("is a host and a port and nothing else", () => {
    expect(readTarget("Example.ORG.:443")).toEqual({ host: "example.org", port: 443 });
    expect(readTarget("[2606:4700::1]:80")).toEqual({ host: "2606:4700::1", port: 80 });
    for (const odd of [
      "example.org",
      "a@b:80",
      "a:0",
      "a:70000",
      "a b:80",
      "a\0.example:80",
      "a/b:80",
      "[::1:80",
      ":80",
      "a%00:80",
      "ä:80",
    ]) {
      expect(readTarget(odd)).toBeNull();
    }
  });

  const target = (authority: string) => readTarget(authority) ?? { host: "", port: 0 };
  const open = { kind: "egress", hosts: "public", exempt: [] } as const;

  it("is not reached by an odd spelling of an address", () => {
    for (const host of ["2130706433", "0x7f000001", "127.1", "0177.0.0.1", "127.0.0.0x1", "1.2.3.08"]) {
      expect(mayReach(target(`${host}:80`), open)).toMatchObject({ allowed: false });
    }
    expect(mayReach(target("1.1.1.1:443"), open)).toMatchObject({ allowed: true });
  });

  it("is reached on the web's ports alone, unless it is exempt", () => {
    expect(mayReach(target("example.org:22"), open)).toMatchObject({ allowed: false });
    expect(mayReach(target("example.org:22"), { ...open, exempt: ["example.org"] })).toEqual({
      allowed: true,
      exempt: true,
    });
    expect(mayReach(target("example.org:22"), { ...open, exempt: ["example.org:443"] })).toMatchObject({
      allowed: false,
    });
  });

  it("has to be on the org's list where there is one, as a whole name", () => {
    const listed = { ...open, hosts: ["example.org", "*.example.net"] };
    for (const host of ["example.org", "a.example.net", "a.b.example.net"]) {
      expect(mayReach(target(`${host}:443`), listed)).toMatchObject({ allowed: true, exempt: false });
    }
    for (const host of [
      "evilexample.org",
      "example.org.evil.test",
      "a.example.org",
      "example.net",
      "evilexample.net",
    ]) {
      expect(mayReach(target(`${host}:443`), listed)).toMatchObject({ allowed: false });
    }
  });
});

describe("one address in two spellings", () => {
  it.each([
    ["2a00:1450::1", "2A00:1450:0:0:0:0:0:1"],
    ["2a00:1450::1", "2a00:1450:0::0001"],
    ["93.184.215.14", "93.184.215.14"],
  ])("is the same: %s, %s", (one, other) => {
    expect(isSameAddress(one, other)).toBe(true);
  });

  it.each([
    ["2a00:1450::1", "2a00:1450::2"],
    ["1.1.1.1", "1.1.1.2"],
    ["", ""],
    ["a name", "a name"],
  ])("is not: %s, %s", (one, other) => {
    expect(isSameAddress(one, other)).toBe(false);
  });
});
