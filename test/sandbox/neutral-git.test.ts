import { agentWorkspace } from "@gatehouse/core/path/facts";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { neutralCall } from "../../apps/worker/src/sandbox/neutral-git.ts";
import { judge } from "../helpers/guard.ts";
import { openSandbox, type TestSandbox } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

/** A repository whose own configuration names a program that leaves a mark, in every place git would run it. */
const hostile = `
git init -q . && git config user.name a && git config user.email a@example.com
printf '#!/bin/sh\\ntouch ${agentWorkspace}/MARK\\ncat "$1" 2>/dev/null || true\\n' > .git/mark && chmod +x .git/mark
echo '*.txt diff=made' > .gitattributes && echo one > f.txt && git add -A && git commit -qm one
echo two > f.txt && git commit -qam two
mark=${agentWorkspace}/.git/mark
for hook in post-index-change post-checkout fsmonitor-watchman reference-transaction; do cp .git/mark .git/hooks/$hook; done
git config core.fsmonitor "$mark"
git config diff.external "$mark"
git config diff.made.textconv "$mark"
git config core.pager "$mark" && git config pager.log "$mark" && git config pager.status "$mark" && git config pager.diff "$mark"
git config gpg.program "$mark" && git config log.showSignature true
git config core.alternateRefsCommand "$mark"
git config alias.lfs '!touch ${agentWorkspace}/MARK'
git cat-file commit HEAD | sed '/^committer/a gpgsig -----BEGIN PGP SIGNATURE-----\\n \\n aa\\n -----END PGP SIGNATURE-----' > .git/signed
git update-ref refs/heads/signed "$(git hash-object -t commit -w .git/signed)"
echo three > f.txt
`;

/** A repository and a submodule of it, both with filters of files by names that only their configuration knows. */
const filtered = `
mkdir two && cd two && git init -q . && git config user.name a && git config user.email a@example.com
git init -q .git/origin && git -C .git/origin -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m sub
git -c protocol.file.allow=always submodule --quiet add ./.git/origin sub 2>/dev/null && git commit -qm sub
mark=${agentWorkspace}/.git/mark
for at in . sub; do
  printf '*.dat filter=Any.na=me\n*.bin filter=other.x\n' > $at/.gitattributes && echo one > $at/f.dat && echo one > $at/f.bin
  git -C $at add f.dat f.bin .gitattributes && git -C $at -c user.name=a -c user.email=a@example.com commit -qm files
  git -C $at config 'filter.Any.na=me.clean' "$mark %f"
  git -C $at config 'filter.Any.na=me.smudge' "$mark %f"
  printf '[filter "other.x"]\n process = %s\n required = true\n' "$mark" > $at/.git-included
  git -C $at config include.path "$PWD/$at/.git-included"
done
git -C sub config core.fsmonitor "$mark"
`;

const filteredCalls = [
  ["git", "status"],
  ["git", "diff"],
  ["git", "diff-files", "-p"],
  ["git", "blame", "f.dat"],
  ["git", "-C", "sub", "status"],
  ["git", "ls-files", "-m"],
];

const runsSomething = [
  ["git", "status"],
  ["git", "diff"],
  ["git", "log", "-p"],
  ["git", "show"],
  ["git", "blame", "f.txt"],
  ["git", "-C", ".", "diff", "HEAD~1"],
  ["git", "diff-index", "-p", "HEAD"],
  ["git", "log", "signed"],
  ["git", "log", "--format=%G?", "signed"],
];
const runsNothing = [
  ["git", "log"],
  ["git", "--no-pager", "log", "--oneline"],
  ["git", "diff", "--stat", "--", "f.txt"],
  ["git", "stash", "list"],
  ["git", "reflog"],
  ["git", "reflog", "show", "HEAD"],
  ["git", "branch"],
  ["git", "ls-files"],
];

let sandbox: TestSandbox;
let mark: string;
beforeAll(async () => {
  sandbox = await openSandbox();
  mark = join(sandbox.workspace, "MARK");
  const { stderr } = await sandbox.run(["bash", "-ec", hostile]);
  expect(stderr).toBe("");
  expect((await sandbox.run(["bash", "-ec", filtered])).stderr).toBe("");
  rmSync(mark, { force: true });
});
afterAll(async () => {
  await sandbox.close();
  removeScratch();
});

async function marked(argv: readonly string[], environment: Readonly<Record<string, string>>) {
  rmSync(mark, { force: true });
  const { stdout, stderr } = await sandbox.run(argv, { profile: { environment } });
  return { ran: existsSync(mark), stdout, stderr };
}

describe("a repository that names programs in its configuration", () => {
  it.each(runsSomething)("has them run by an ordinary call: %s %s %s %s", async (...argv) => {
    const words = argv.filter((word) => word !== undefined);
    expect((await marked(words, {})).ran).toBe(true);
  });

  it.each([...runsSomething, ...runsNothing])(
    "has nothing run by a read-only call, which still answers: %s %s %s %s",
    async (...argv) => {
      const words = argv.filter((word) => word !== undefined);
      expect(judge(words, { mode: "safe" })).toMatchObject({ verdict: "allow", readOnly: true });
      const neutral = neutralCall(words);
      const { ran, stderr } = await marked(neutral.argv, neutral.environment);
      expect({ ran, stderr: /fatal|error/.test(stderr) ? stderr : "" }).toEqual({ ran: false, stderr: "" });
    },
  );

  it("is not read-only where git hands the work to a git of its own", () => {
    expect(judge(["git", "range-diff", "HEAD~1...HEAD"], { mode: "safe" })).toMatchObject({
      readOnly: false,
    });
  });

  it("shows the real difference", async () => {
    const { argv, environment } = neutralCall(["git", "diff"]);
    expect((await marked(argv, environment)).stdout).toContain("-two\n+three");
  });

  it("shows the settings as they are", async () => {
    const { argv, environment } = neutralCall(["git", "config", "--list"]);
    const shown = await marked(argv, environment);
    expect(shown.ran).toBe(false);
    expect(shown.stdout).toContain(`core.fsmonitor=${agentWorkspace}/.git/mark`);
    expect(shown.stdout).not.toContain("core.fsmonitor=false");
  });

  it("cannot put its own program in the place of an extension that is not installed", async () => {
    const { argv, environment } = neutralCall(["git", "lfs", "env"]);
    expect((await marked(argv, environment)).ran).toBe(false);
  });
});

describe("a repository with filters of files", () => {
  const there = (argv: readonly string[]) => ["git", "-C", "two", ...argv.slice(1)];
  const changed = ["touch", "-d", "2001-01-01"].concat(
    ["f.dat", "f.bin", "sub/f.dat", "sub/f.bin"].map((file) => `two/${file}`),
  );

  it.each(filteredCalls)("has them run by an ordinary call: %s %s %s %s", async (...argv) => {
    await sandbox.run(changed);
    expect((await marked(there(argv.filter((word) => word !== undefined)), {})).ran).toBe(true);
  });

  it.each(filteredCalls)(
    "has none run by a read-only call, which still answers: %s %s %s %s",
    async (...argv) => {
      const words = there(argv.filter((word) => word !== undefined));
      expect(judge(words, { mode: "safe" })).toMatchObject({ verdict: "allow", readOnly: true });
      await sandbox.run(changed);
      const neutral = neutralCall(words);
      const { ran, stderr } = await marked(neutral.argv, neutral.environment);
      expect({ ran, stderr }).toEqual({ ran: false, stderr: "" });
    },
  );
});
