import { describe, expect, it } from "vitest";
import { deniedFiles } from "../../../../apps/worker/src/sandbox/deny/denied-files.ts";
import type { Program } from "../../../../apps/worker/src/sandbox/deny/program-index.ts";

const program = (name: string, real: string, identity: string, bytes = 100): Program => ({
  name,
  real,
  identity,
  bytes,
});
const never = (): boolean => false;

describe("which files a deny list covers", () => {
  it("follows a link to the file it leads to", () => {
    const programs = [program("nc", "/usr/bin/nc.openbsd", "1:5"), program("ls", "/usr/bin/ls", "1:6")];
    expect(deniedFiles({ names: ["nc"], programs, applets: new Map(), sameContent: never })).toEqual([
      "/usr/bin/nc.openbsd",
    ]);
  });

  it("covers hard links under other names", () => {
    const programs = [
      program("perl", "/usr/bin/perl", "1:5"),
      program("perl5.36", "/usr/bin/perl5.36", "1:5"),
    ];
    expect(deniedFiles({ names: ["perl"], programs, applets: new Map(), sameContent: never })).toEqual([
      "/usr/bin/perl",
      "/usr/bin/perl5.36",
    ]);
  });

  it("covers a copy with the same bytes and leaves one of the same size alone", () => {
    const programs = [
      program("git", "/usr/bin/git", "1:5"),
      program("git", "/usr/lib/git-core/other", "1:6", 7),
      program("copy", "/usr/lib/x/bin/copy", "1:7"),
      program("odd", "/usr/bin/odd", "1:8"),
    ];
    const sameContent = (_: string, other: string): boolean => other === "/usr/lib/x/bin/copy";
    expect(deniedFiles({ names: ["git"], programs, applets: new Map(), sameContent })).toEqual([
      "/usr/bin/git",
      "/usr/lib/git-core/other",
      "/usr/lib/x/bin/copy",
    ]);
  });

  it("covers a multi-call program whole when one of its applets is denied", () => {
    const programs = [program("busybox", "/usr/bin/busybox", "1:5"), program("sed", "/usr/bin/sed", "1:6")];
    const applets = new Map([["/usr/bin/busybox", ["wget", "sed"]]]);
    expect(deniedFiles({ names: ["wget"], programs, applets, sameContent: never })).toEqual([
      "/usr/bin/busybox",
    ]);
    expect(deniedFiles({ names: ["ftp"], programs, applets, sameContent: never })).toEqual([]);
  });

  it("never covers rm, which builds need", () => {
    const programs = [program("rm", "/usr/bin/rm", "1:5")];
    expect(deniedFiles({ names: ["rm"], programs, applets: new Map(), sameContent: never })).toEqual([]);
  });
});
