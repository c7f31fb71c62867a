import { mkdirSync, readdirSync, renameSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSandbox, pin, type TestSandbox } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  removeScratch();
});

describe("a granted path", () => {
  it("is written where it was granted and nowhere else", async () => {
    const granted = join(sandbox.root, "granted");
    mkdirSync(granted);
    const mounts = [{ source: pin(granted), target: "/srv/granted", access: "write" as const }];
    const { stdout, stderr } = await sandbox.run(
      ["sh", "-c", "echo x > /srv/granted/in; echo x > /srv/out || echo HELD; ls /srv"],
      { profile: { mounts } },
    );
    expect(stdout).toBe("HELD\ngranted\n");
    expect(stderr).toContain("Read-only file system");
    expect(readdirSync(granted)).toEqual(["in"]);
  });

  it("can be a single file, and can be for reading alone", async () => {
    const directory = join(sandbox.root, "files");
    mkdirSync(directory);
    await sandbox.run(["true"]);
    const target = "/srv/data.txt";
    const file = join(directory, "data.txt");
    symlinkSync("/dev/null", join(directory, "link"));
    const { writeFileSync, readFileSync } = await import("node:fs");
    writeFileSync(file, "old\n");
    const write = await sandbox.run(["sh", "-c", `echo new > ${target}`], {
      profile: { mounts: [{ source: pin(file), target, access: "write" }] },
    });
    expect(write.facts.exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).toBe("new\n");
    const read = await sandbox.run(["sh", "-c", `cat ${target}; echo bad > ${target}`], {
      profile: { mounts: [{ source: pin(file), target, access: "read" }] },
    });
    expect(read.stdout).toBe("new\n");
    expect(readFileSync(file, "utf8")).toBe("new\n");
  });

  it("swapped for a link after the check never leads elsewhere, in 1000 swaps", async () => {
    const place = join(sandbox.root, "race");
    const real = join(place, "grant");
    const aside = join(place, "aside");
    const victim = join(sandbox.root, "victim");
    mkdirSync(real, { recursive: true });
    mkdirSync(victim);
    const granted = pin(real);
    let swaps = 0;
    let running = true;
    const swapper = (async () => {
      while (running) {
        renameSync(real, aside);
        symlinkSync(victim, real);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 2));
        unlinkSync(real);
        renameSync(aside, real);
        swaps += 1;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 2));
      }
    })();
    let refused = 0;
    let started = 0;
    while (swaps < 1_000) {
      const { facts } = await sandbox.run(["touch", `/srv/race/f${started}`], {
        profile: {
          mounts: [{ source: granted, target: "/srv/race", access: "write" }],
          strict: (started + refused) % 2 === 1,
        },
      });
      if (facts.sandboxFailure === null) started += 1;
      else refused += 1;
    }
    running = false;
    await swapper;
    expect(readdirSync(victim)).toEqual([]);
    expect(started + refused).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(0);
    expect(readdirSync(real).length).toBe(started);
  });

  it("that became another directory is refused", async () => {
    const path = join(sandbox.root, "replaced");
    mkdirSync(path);
    const granted = pin(path);
    renameSync(path, `${path}-old`);
    mkdirSync(path);
    const { facts } = await sandbox.run(["true"], {
      profile: { mounts: [{ source: granted, target: "/srv/x", access: "write" }] },
    });
    expect(facts.started).toBe(false);
    expect(facts.sandboxFailure).toContain("no longer what was checked");
  });

  it("may not hold the sandbox's own files", async () => {
    const { facts } = await sandbox.run(["true"], {
      profile: { mounts: [{ source: pin(sandbox.root), target: "/srv/all", access: "write" }] },
    });
    expect(facts.sandboxFailure).toContain("own files");
  });
});
