import { describe, expect, it } from "vitest";
import { defaultLimits, type SandboxProfile } from "@gatehouse/core/sandbox/profile";
import { bwrapPlan, type SandboxAssets } from "@gatehouse/core/sandbox/bwrap-args";
import { gateLimits } from "@gatehouse/core/sandbox/gate-limits";

const host = (path: string) => ({ path, device: 1, inode: 2 });
const profile: SandboxProfile = {
  workspace: host("/data/ws"),
  keep: host("/data/keep"),
  mounts: [
    { source: host("/srv/in"), target: "/srv/in", access: "read" },
    { source: host("/srv/out"), target: "/srv/out", access: "write" },
  ],
  masks: [{ target: "/usr/share/secret", kind: "directory" }],
  deniedCommands: [],
  network: { kind: "none" },
  environment: { TOKEN: "s3cret" },
  limits: defaultLimits,
  strict: false,
  recordPrograms: false,
};
const assets: SandboxAssets = {
  root: "/run-dir/root",
  system: [{ source: "/usr", target: "/usr" }],
  covers: [{ source: "/run-dir/stub", target: "/usr/bin/curl" }],
  seccomp: "/run-dir/standard.bpf",
  egress: null,
  shell: { file: "/usr/bin/bash", covered: false },
  emptyDirectory: "/run-dir/empty",
  noexec: null,
};
const plan = bwrapPlan(profile, assets, gateLimits(profile.limits, false));
const after = (...words: string[]): number =>
  plan.args.findIndex((_, at) => words.every((word, by) => plan.args[at + by] === word));

describe("bubblewrap's arguments", () => {
  it("unshare every namespace, drop every capability and start from an empty environment", () => {
    for (const word of ["user", "pid", "net", "ipc", "uts", "cgroup"])
      expect(plan.args).toContain(`--unshare-${word}`);
    expect(plan.args).toContain("--disable-userns");
    expect(plan.args).toContain("--clearenv");
    expect(after("--cap-drop", "ALL")).toBeGreaterThan(-1);
  });

  it("bind what the command can write by descriptor and never by name", () => {
    for (const path of ["/data/ws", "/data/keep", "/srv/out"])
      expect(plan.args).not.toContain(path === "/srv/out" ? "--bind" : path);
    expect(plan.args).not.toContain("--bind");
    const paths = plan.fds.flatMap((fd) => (fd.kind === "path" ? [fd.host.path] : []));
    expect(paths).toEqual(["/data/ws", "/data/keep", "/srv/in", "/srv/out"]);
  });

  it("name each descriptor by its place", () => {
    plan.fds.forEach((fd, at) => {
      if (fd.kind === "path") expect(plan.args).toContain(String(3 + at));
    });
    expect(plan.args[plan.args.indexOf("--seccomp") + 1]).toBe(
      String(3 + plan.fds.findIndex(({ kind }) => kind === "seccomp")),
    );
  });

  it("cover denied programs after the directories they stand in", () => {
    expect(after("/run-dir/stub", "/usr/bin/curl")).toBeGreaterThan(after("--ro-bind", "/usr", "/usr"));
  });

  it("hold no secret", () => {
    expect(plan.args.join(" ")).not.toContain("s3cret");
  });

  it("close every descriptor before the command starts", () => {
    const script = plan.args.at(-2) ?? "";
    plan.fds.forEach((_, at) => {
      expect(script).toContain(`${3 + at}>&-`);
    });
  });

  it("bind nothing that can be written but what was mounted without execution, where policy is strict", () => {
    const strict = { ...profile, keep: null, strict: true, workspace: host("/data/a b\\c\n") };
    const { args, noexec } = bwrapPlan(strict, { ...assets, noexec: "/x" }, gateLimits(defaultLimits, false));
    expect(args).not.toContain("--tmpfs");
    expect(args).not.toContain("--bind-fd");
    const bound = args.flatMap((word, at) => (word === "--bind" ? [args.slice(at + 1, at + 3)] : []));
    const lines = (noexec?.table ?? "").trim().split("\n");
    expect(bound.map(([at]) => at)).toEqual(lines.map((line) => line.split(" ")[1]));
    for (const line of lines) expect(line).toMatch(/^\S+ \/x\/\d \w+ \S+,nosuid,nodev,noexec 0 0$/);
    expect(lines[2]).toMatch(/^\/data\/a\\040b\\134c\\012 /);
    expect(noexec?.pinned.map(({ host }) => host.path)).toEqual(["/data/a b\\c\n", "/srv/out"]);
  });

  it("are not made at all where policy is strict and the host cannot hold it", () => {
    const make = () => bwrapPlan({ ...profile, strict: true }, assets, gateLimits(defaultLimits, false));
    expect(make).toThrow("strict execution");
  });

  it("start the gate by descriptor where its shell is denied", () => {
    const covered = bwrapPlan(
      profile,
      { ...assets, shell: { file: "/usr/bin/bash", covered: true } },
      gateLimits(defaultLimits, false),
    );
    const at = covered.fds.findIndex(({ kind }) => kind === "program");
    expect(covered.args).toContain(`/proc/self/fd/${3 + at}`);
  });
});
