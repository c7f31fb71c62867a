import { agentWorkspace } from "@gatehouse/core/path/facts";
import { runCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { describe, expect, test } from "vitest";
import { bash, codesOf, facts, judge, policyOf, verdictOf } from "../../../helpers/guard.ts";

/** What was found to get past guards of this kind; each must keep holding. */
describe("a stray field", () => {
  test("is an error of the input, never a switch of the decision", () => {
    expect(runCommandInput.safeParse({ argv: ["python3", "x.py"], mode: "read" }).success).toBe(false);
  });
});

describe("the read-only list", () => {
  const safe = (argv: string[]): string => verdictOf(judge(argv, { mode: "safe" }));
  test.each([
    ["git", "--no-pager", "clean", "status", "-fdx", "."],
    ["git", "--no-pager", "rm", "show", "-rf", "--ignore-unmatch", "."],
    ["git", "--paginate", "push", "log"],
    ["git", "-p", "log"],
    ["git", "-c", "core.pager=x", "log"],
    ["git", "--config-env=a=b", "log"],
    ["git", "--exec-path=.", "log"],
    ["rg", "--pre", "cat", "x", "f"],
    ["rg", "--pre=cat", "x", "f"],
    ["rg", "-z", "x"],
    ["git", "grep", "-Oless", "x"],
    ["git", "grep", "-O", "x"],
    ["git", "grep", "--open-files-in-pager=less", "x"],
    ["git", "grep", "--open", "x"],
    ["git", "ls-remote", "--upload-pack=x", "."],
    ["git", "branch", "-v", "-D", "feat"],
    ["git", "branch", "-v", "feat"],
    ["git", "branch", "feat"],
    ["git", "branch", "--sort", "refname", "feat"],
    ["git", "branch", "--merged", "main", "-D", "feat"],
    ["git", "tag", "--sort=refname", "v1"],
    ["git", "config", "user.name", "x"],
    ["git", "config", "edit"],
    ["tar", "-tf", "host:a.tar"],
    ["tar", "-t", "--file=host:a.tar"],
    ["tar", "-t", "-fhost:a.tar"],
    ["git", "log", "--textc"],
    ["git", "branch", "-a", "-mold", "new"],
    ["git", "tag", "-l", "-d", "v1"],
    ["git", "tag", "v1"],
    ["git", "remote", "-v", "add", "evil", "https://x"],
    ["git", "config", "--get", "--unset", "x"],
    ["git", "diff", "--ext-diff"],
    ["git", "diff", "--output=x"],
    ["git", "blame", "--output=x", "a"],
    ["git", "annotate", "--outp=x", "a"],
    ["git", "log", "--output", "x"],
    ["git", "log", "--outp=x"],
    ["git", "log", "--textconv"],
    ["git", "symbolic-ref", "HEAD", "refs/heads/x"],
    ["git", "reflog", "expire", "--all"],
    ["git", "stash"],
    ["tar", "-tf", "a.tgz", "-I", "cat"],
    ["tar", "tf", "a", "--checkpoint=1", "--checkpoint-action=exec=id"],
    ["tar", "-tf", "a", "--to-command=id"],
    ["tar", "-tf", "a", "-x"],
    ["make", "-n"],
    ["lua", "-v", "-e", "os.execute('id')"],
    ["xxd", "-r", "-p", "in", "out"],
    ["xxd", "in", "out"],
    ["sort", "-o", "a", "a"],
    ["sort", "-uo", "a", "a"],
    ["sort", "--output=a", "a"],
    ["sort", "--compress-program=x", "a"],
    ["uniq", "a", "b"],
    ["find", ".", "-delete"],
    ["find", ".", "-exec", "ls", "{}", ";"],
    ["find", ".", "-fprintf", "x", "y"],
    ["find", ".", "-okdir", "ls", ";"],
    ["tree", "-o", "x"],
    ["date", "-s", "now"],
    ["date", "010100002030"],
    ["hostname", "evil"],
    ["file", "-C", "-m", "x"],
    ["man", "-P", "less", "ls"],
    ["man", "--pager=x", "ls"],
    ["ss", "-K"],
    ["dmesg", "-C"],
    ["journalctl", "--vacuum-size=1"],
    ["journalctl", "--rotate"],
    ["systemctl", "-H", "x", "status"],
    ["yq", "-i", ".a=1", "f"],
    ["fd", "-x", "ls"],
    ["ifconfig", "eth0", "down"],
    ["mount", "/dev/a", "/mnt"],
    ["rpm", "-q", "--pipe", "sh"],
    ["rpm", "-qa", "--eval", "%(id)"],
    ["apt", "list", "-o", "x=y"],
    ["pip", "list", "--log", "f"],
    ["npm", "config", "get", "x", "--prefix", "."],
    ["tmux", "ls", ";", "run-shell", "id"],
    ["crontab", "-l", "-r"],
    ["sysctl", "-a", "-w", "k=v"],
    ["openssl", "x509", "-in", "a", "-out", "b"],
    ["go", "env", "-w", "A=b"],
    ["svn", "diff", "--diff-cmd", "x"],
    ["kubectl", "get", "pods", "--kubeconfig", "f"],
    ["gh", "pr", "view", "--web"],
    ["node", "--version", "x.js"],
    ["node", "--version", "-e", "1"],
    ["env"],
    ["git"],
  ])("does not match %s %s %s", (...argv) => {
    expect(safe(argv)).not.toBe("allow");
  });
  test.each([
    ["git", "status"],
    ["git", "--no-pager", "log", "--oneline"],
    ["git", "-C", "src", "log", "-p"],
    ["git", "--git-dir", "x", "status"],
    ["git", "branch", "-a"],
    ["git", "branch", "--list", "f*"],
    ["git", "branch", "-vv", "--sort=-committerdate"],
    ["git", "branch", "--format", "%(refname)"],
    ["git", "branch", "-a", "--contains", "HEAD"],
    ["git", "tag", "-n5", "--sort=-creatordate"],
    ["git", "config", "user.name"],
    ["git", "config", "--global", "--get", "user.name"],
    ["git", "log", "--text"],
    ["tar", "--list", "--file=a.tar"],
    ["tar", "-tf", "./a:b.tar"],
    ["journalctl", "--cursor=x"],
    ["date", "-Iseconds"],
    ["git", "tag", "-l", "v*"],
    ["git", "remote", "-v"],
    ["git", "grep", "-n", "x", "--", "src"],
    ["git", "config", "--get", "user.name"],
    ["git", "diff", "--stat", "HEAD~1"],
    ["git", "show", "HEAD:a"],
    ["rg", "-n", "rm -rf", "docs"],
    ["grep", "-rn", "x", "."],
    ["find", ".", "-name", "*.ts", "-executable"],
    ["sort", "-k2,2", "-t", ",", "f"],
    ["tar", "-tf", "a.tgz"],
    ["date", "+%F"],
    ["date", "-d", "now", "+%F"],
    ["ls", "-la", "--", "-x"],
    ["xxd", "f"],
    ["head", "-n", "5", "f"],
    ["node", "--version"],
    ["cat", "/dev/null"],
    ["stat", "-c", "%s", "f"],
    ["jq", ".a", "f"],
    ["uniq", "-c", "f"],
    ["docker", "ps", "-a"],
  ])("matches %s %s %s", (...argv) => {
    expect(safe(argv)).toBe("allow");
  });
  test("is lost through a sensitive argument, behind = and in a cluster too", () => {
    for (const argv of [
      ["grep", "--file=.env", "-r", "x", "."],
      ["diff", "/dev/null", "--to-file=.env"],
      ["grep", "-f.env", "x"],
      ["cat", "to_key"],
      ["cat", "a/.SSH/x"],
    ]) {
      expect(verdictOf(judge(argv, { mode: "safe" }))).toBe("confirm");
    }
  });
});

describe("names and words", () => {
  test.each([
    "\\rm -rf x",
    "{rm,-rf,x}",
    "alias q=rm\nq -rf x",
    "let 'a[$(rm x)]=1'",
    "cp /usr/bin/curl c; PATH=.:$PATH c u",
  ])("%s is refused in bash and in sh", (script) => {
    expect(bash(script).verdict).toBe("deny");
    expect(judge(["sh", "-c", script]).verdict).toBe("deny");
  });
  test.each([
    ["sh", "-ec"],
    ["bash", "-lc"],
    ["bash", "-c", "--"],
    ["dash", "-c"],
    ["env", "sh", "-c"],
    ["bash", "-x", "-c"],
    ["bash", "+x", "-c"],
  ])("rm is found behind %s %s %s", (...argv) => {
    expect(codesOf(judge([...argv, "rm -rf x"]))).toContain("rm_in_script");
  });
});

describe("rm", () => {
  test("moves a link itself and not its target", () => {
    expect(judge(["rm", "to_etc"]).reasons[0]?.sentence).toContain(`${agentWorkspace}/to_etc`);
  });
  test("can name a file that looks like a flag", () => {
    expect(judge(["rm", "--", "-f"]).effect).toBe("trash");
  });
});

describe("paths", () => {
  test("are compared by segment and never by prefix", () => {
    const policy = policyOf({ denied_path: ["/srv/secret"] });
    expect(judge(["ls", "/srv/secrets-public"], { policy }).verdict).toBe("allow");
    expect(verdictOf(judge(["rm", `${agentWorkspace}-evil/x`]))).toBe("confirm");
    expect(verdictOf(judge(["cat", ".sshfoo/x"]))).toBe("allow");
    expect(verdictOf(judge(["cat", "x.environment"]))).toBe("allow");
  });
  test("with .. through a link mean the parent of its target", () => {
    const policy = policyOf({ denied_path: ["/home/agent/private"] });
    expect(judge(["cat", "to_docs/../private/x"], { policy }).verdict).toBe("deny");
  });
  test("of a home that is itself a link stay in home", () => {
    expect(
      verdictOf(
        judge(["cat", ".env.example"], { facts: { ...facts, links: { "/home/agent": "/data/agent" } } }),
      ),
    ).toBe("allow");
  });
  test("named in a loop, an array, a default or a brace list are seen", () => {
    for (const script of [
      "for f in a .env; do cat $f; done",
      "a=(.env); cat ${a[0]}",
      "f=.env; cat $f",
      "cat {.env,b}",
      "cat $HOME/.ssh/id_rsa",
      'cat "${HOME}/.aws/credentials"',
      "cat < .env",
      "echo $(echo .env)",
    ]) {
      expect([script, verdictOf(bash(script))]).toEqual([script, "confirm"]);
    }
  });
  test("given to a wrapper itself, as an option's value or an operand, are seen", () => {
    for (const script of [
      "xargs -a .env echo",
      "xargs --arg-file .env echo",
      "env -C .ssh ls",
      "nice env --chdir .aws ls",
      "flock .env ls",
      "time -o .bashrc ls",
      "strace -f -o .profile ls",
      "script -qc ls .bashrc",
      "parallel -a .env echo",
      "parallel echo :::: .env",
    ]) {
      expect([script, verdictOf(bash(script))]).toEqual([script, "confirm"]);
    }
    for (const script of [
      "xargs -a VERSION -n1 echo .env",
      "nice grep -rn .env src",
      "env A=1 git commit -m .env",
      "fd -H .env",
      "timeout 5 find . -name .env",
      "nice -n 5 printf '%s\\n' .env",
    ]) {
      expect([script, verdictOf(bash(script))]).toEqual([script, "allow"]);
    }
  });
  test("that are patterns or text are none", () => {
    for (const script of [
      "find . -path ./.git -prune -o -print",
      "tar --exclude=.git -cf a src",
      "grep -rn .env src",
      "echo .env >> .gitignore",
      "rsync -a --exclude .git a b",
      "git commit -m .env",
      "[ -f .env ] || exit",
      "rg --glob '!.git' x",
    ]) {
      expect([script, verdictOf(bash(script))]).toEqual([script, "allow"]);
    }
  });
});

describe("a call remembered for the session", () => {
  test("without the network is another call than the one with it", () => {
    expect(verdictOf(judge(["npm", "test"], { network: true, mode: "safe" }))).toBe("confirm");
    expect(codesOf(judge(["npm", "test"], { network: true, mode: "safe" }))).toEqual([
      "network_wanted",
      "needs_confirmation",
    ]);
  });
});
