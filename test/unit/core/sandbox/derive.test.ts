import { describe, expect, it } from "vitest";
import {
  type DeriveInput,
  deriveProfile,
  type GrantedPath,
  isNeverGrantable,
} from "@gatehouse/core/sandbox/derive";

const place = (path: string, kind: "file" | "directory" = "directory"): GrantedPath => ({
  path,
  device: 1,
  inode: 1,
  kind,
});
const input: DeriveInput = {
  call: { network: false, writePaths: [] },
  policy: { deniedCommands: ["wget", "curl", "curl"], deniedPaths: [] },
  session: { workspace: place("/data/ws"), keep: null, writable: [], readable: [] },
  host: { egress: false, strict: false, systemDirectories: ["/usr", "/etc"], deniedKinds: {} },
};
const withSession = (more: Partial<DeriveInput["session"]>): DeriveInput => ({
  ...input,
  session: { ...input.session, ...more },
});

function mountsOf(from: DeriveInput): string[] {
  const derived = deriveProfile(from);
  if (derived.kind === "refused") throw new Error(derived.sentence);
  return derived.profile.mounts.map(({ target, access }) => `${access} ${target}`);
}

describe("a profile", () => {
  it("is refused where policy is strict and the host cannot hold it", () => {
    const strict = { ...input, policy: { ...input.policy, strict: true } };
    expect(deriveProfile(strict)).toMatchObject({ kind: "refused", code: "strict_unavailable" });
    const able = { ...strict, host: { ...input.host, strict: true } };
    expect(deriveProfile(able)).toMatchObject({ profile: { strict: true } });
  });

  it("has no network unless the call wants it and the host has a way out", () => {
    expect(deriveProfile(input)).toMatchObject({ kind: "profile", profile: { network: { kind: "none" } } });
    const wanted = { ...input, call: { network: true, writePaths: [] } };
    expect(deriveProfile(wanted)).toMatchObject({ kind: "refused", code: "network_unavailable" });
    expect(deriveProfile({ ...wanted, host: { ...input.host, egress: true } })).toMatchObject({
      profile: { network: { kind: "egress", hosts: "public" } },
    });
  });

  it("names each denied program once", () => {
    expect(deriveProfile(input)).toMatchObject({ profile: { deniedCommands: ["curl", "wget"] } });
  });

  it("takes limits from policy over the defaults", () => {
    const limited = deriveProfile({ ...input, policy: { ...input.policy, limits: { memoryBytes: 5 } } });
    expect(limited).toMatchObject({ profile: { limits: { memoryBytes: 5, processCount: 512 } } });
  });
});

describe("write grants", () => {
  it("mount parents first and leave out what lies in a writable mount", () => {
    const writable = [place("/srv/a/b"), place("/srv/a"), place("/opt/x")];
    expect(mountsOf(withSession({ writable }))).toEqual(["write /srv/a", "write /opt/x"]);
  });

  it("keep a writable directory inside a readable one, and prefer writing to reading", () => {
    const session = {
      writable: [place("/srv/a/b"), place("/srv/c")],
      readable: [place("/srv/a"), place("/srv/c")],
    };
    expect(mountsOf(withSession(session))).toEqual(["write /srv/c", "read /srv/a", "write /srv/a/b"]);
  });

  it.each([
    "/",
    "/tmp",
    "/tmp/x",
    "/proc/1",
    "/home/ann",
    "/home",
    "/root/x",
    "/var/run/x",
    "/dev/shm",
    "/boot",
    "/var",
  ])("are refused for %s", (path) => {
    expect(isNeverGrantable(path)).toBe(true);
    expect(deriveProfile(withSession({ writable: [place(path)] }))).toMatchObject({
      code: "write_path_not_grantable",
    });
  });

  it("never open the worker's own places, nor what holds them", () => {
    const host = { ...input.host, privateDirectories: ["/data"] };
    for (const path of ["/data", "/data/other", "/data/ws"]) {
      const refused = deriveProfile({ ...withSession({ writable: [place(path)] }), host });
      expect(refused).toMatchObject({ code: "write_path_not_grantable" });
      expect(deriveProfile({ ...withSession({ readable: [place(path)] }), host })).toMatchObject({
        kind: "refused",
      });
    }
  });

  it("do not match a neighbour by its name's beginning", () => {
    expect(isNeverGrantable("/tmpfiles")).toBe(false);
    expect(isNeverGrantable("/homework/x")).toBe(false);
  });

  it("are refused when a call names a path that is not granted", () => {
    const wanted = {
      ...withSession({ writable: [place("/srv/a")] }),
      call: { network: false, writePaths: ["/srv/ab"] },
    };
    expect(deriveProfile(wanted)).toMatchObject({ code: "write_path_missing" });
  });
});

describe("denied paths", () => {
  const denied = (path: string, kinds: Record<string, "file" | "directory"> = {}): DeriveInput => ({
    ...input,
    policy: { ...input.policy, deniedPaths: [path] },
    host: { ...input.host, deniedKinds: kinds },
  });

  it("refuse a grant that contains one or lies in one", () => {
    const session = { ...input.session, writable: [place("/srv/a")] };
    expect(deriveProfile({ ...denied("/srv/a/secret"), session })).toMatchObject({ code: "denied_path" });
    expect(deriveProfile({ ...denied("/srv"), session })).toMatchObject({ code: "denied_path" });
  });

  it("let nothing run in a workspace that contains one", () => {
    expect(deriveProfile(denied("/data/ws/secret"))).toMatchObject({ code: "denied_path" });
  });

  it("are masked where the system directories would show them", () => {
    const masked = deriveProfile(denied("/usr/share/secret", { "/usr/share/secret": "directory" }));
    expect(masked).toMatchObject({
      profile: { masks: [{ target: "/usr/share/secret", kind: "directory" }] },
    });
    expect(deriveProfile(denied("/srv/secret", { "/srv/secret": "directory" }))).toMatchObject({
      profile: { masks: [] },
    });
  });
});
