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
printf '#!/bin/sh\\ntouch /home/agent/work/MARK\\ncat "$1" 2>/dev/null || true\\n' > .git/mark && chmod +x .git/mark
echo '*.txt diff=made' > .gitattributes && echo one > f.txt && git add -A && git commit -qm one
echo two > f.txt && git commit -qam two
mark=/home/agent/work/.git/mark
for hook in post-index-change post-checkout fsmonitor-watchman reference-transaction; do cp .git/mark .git/hooks/$hook; done
git config core.fsmonitor "$mark"
git config diff.external "$mark"
git config diff.made.textconv "$mark"
git config core.pager "$mark" && git config pager.log "$mark" && git config pager.status "$mark" && git config pager.diff "$mark"
git config gpg.program "$mark" && git config log.showSignature true
git config core.alternateRefsCommand "$mark"
git config alias.lfs '!touch /home/agent/work/MARK'
git cat-file commit HEAD | sed '/^committer/a gpgsig -----BEGIN PGP SIGNATURE-----\\n \\n aa\\n -----END PGP SIGNATURE-----' > .git/signed
git update-ref refs/heads/signed "$(git hash-object -t commit -w .git/signed)"
echo three > f.txt
`;

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

  it("cannot put its own program in the place of an extension that is not installed", async () => {
    const { argv, environment } = neutralCall(["git", "lfs", "env"]);
    expect((await marked(argv, environment)).ran).toBe(false);
  });
});
