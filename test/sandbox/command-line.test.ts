import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, processesWith, refuseRoot, testDirectory } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

const program = fileURLToPath(new URL("../../bin/sandbox.mjs", import.meta.url));
let root: string;
let workspace: string;
beforeAll(() => {
  refuseRoot();
  root = testDirectory();
  workspace = join(root, "workspace");
  mkdirSync(workspace);
});

type Ended = { code: number | null; stdout: Buffer; stderr: string };

function sandbox(options: string[], argv: string[]): Ended {
  const args = [program, "--workspace", workspace, ...options, "--", ...argv];
  const ended = spawnSync(process.execPath, args, {
    maxBuffer: 128 << 20,
    cwd: root,
    env: { ...process.env, GH_SECRET: "CANARY" },
  });
  return { code: ended.status, stdout: ended.stdout, stderr: ended.stderr.toString() };
}

afterAll(removeScratch);

describe("npm run sandbox", () => {
  it("passes bytes and exit code through", () => {
    const { code, stdout, stderr } = sandbox(
      ["--unguarded"],
      ["sh", "-c", "printf 'a\\000\\377'; printf e >&2; exit 9"],
    );
    expect([...stdout]).toEqual([0x61, 0, 0xff]);
    expect(stderr).toBe("e");
    expect(code).toBe(9);
  });

  it("passes three megabytes through without a byte lost", () => {
    expect(sandbox(["--unguarded"], ["head", "-c", "3000000", "/dev/zero"]).stdout.length).toBe(3_000_000);
  });

  it("gives nothing of its own environment to the command", () => {
    expect(sandbox(["--unguarded"], ["env"]).stdout.toString()).not.toContain("CANARY");
  });

  it("answers 126 and says why where the guard refuses", () => {
    const denied = sandbox(["--deny", "curl"], ["bash", "-c", "echo a; cu\\rl x"]);
    expect(denied.code).toBe(126);
    expect(denied.stderr).toContain("curl");
    expect(denied.stdout.length).toBe(0);
    expect(sandbox([], ["/bin/ls"]).code).toBe(126);
    expect(sandbox([], ["bash", "-c", "echo fine | tr a-z A-Z"]).stdout.toString()).toBe("FINE\n");
  });

  it("leaves out the text checks alone with --unguarded", () => {
    const { code, stderr } = sandbox(["--unguarded", "--deny", "curl"], ["/usr/bin/curl", "x"]);
    expect(code).toBe(126);
    expect(stderr).toContain("denied by policy");
  });

  it("opens a write path that exists, and refuses others", () => {
    expect(sandbox(["--unguarded", "--write-path", "/no/such/place"], ["true"])).toMatchObject({ code: 126 });
    expect(sandbox(["--unguarded", "--write-path", "/tmp"], ["true"])).toMatchObject({ code: 126 });
    expect(sandbox(["--unguarded", "--write-path", "relative"], ["true"])).toMatchObject({ code: 126 });
  });

  it("writes in the workspace", () => {
    sandbox(["--unguarded"], ["sh", "-c", "echo here > made"]);
    expect(readFileSync(join(workspace, "made"), "utf8")).toBe("here\n");
  });

  it("answers 124 at its time limit", () => {
    expect(sandbox(["--unguarded", "--timeout", "0.3"], ["sleep", "30"]).code).toBe(124);
  });

  it("refuses options it does not know", () => {
    expect(sandbox(["--weaker"], ["true"]).code).toBe(2);
    expect(spawnSync(process.execPath, [program]).status).toBe(2);
  });

  it("ends everything when it is killed, at any of 100 moments", { timeout: 120_000 }, async () => {
    const word = `gh-cli-${process.pid}`;
    for (let at = 0; at < 100; at += 1) {
      const args = [
        program,
        "--workspace",
        workspace,
        "--unguarded",
        "--",
        "sh",
        "-c",
        "sh -c 'sleep 60; :' $0; :",
        word,
      ];
      const child = spawn(process.execPath, args, { stdio: "ignore" });
      setTimeout(() => child.kill(at % 4 === 0 ? "SIGTERM" : "SIGKILL"), Math.random() * 200);
      await new Promise((resolve) => child.once("exit", resolve));
    }
    expect(await eventually(() => processesWith(word).length === 0)).toBe(true);
  });

  it("ends when its reader does", async () => {
    const args = [program, "--workspace", workspace, "--unguarded", "--", "yes"];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.once("data", () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.once("exit", resolve));
    expect(code).toBe(141);
  });

  it("leaves nothing in the workspace but what the command made", () => {
    writeFileSync(join(workspace, "mine"), "");
    sandbox(["--unguarded"], ["true"]);
    expect(readdirSync(workspace).sort()).toEqual(["made", "mine"]);
  });
});
