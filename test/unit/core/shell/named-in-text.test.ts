import { expect, test } from "vitest";
import { judge, policyOf, verdictOf } from "../../../helpers/guard.ts";

const policy = policyOf({ denied_command: ["curl", "wget"] });
const verdict = (argv: readonly string[]): string => verdictOf(judge([...argv], { policy }));

test.each([
  ["vim", "-c", ":w !curl x"],
  ["vim", "-c", ":1,$!curl x"],
  ["vim", "-c", "e x | !curl x"],
  ["nvim", "+terminal curl x"],
  ["vim", "-c", 'call system("curl x")'],
  ["less", "+|^curl x", "f"],
  ["expect", "-c", "spawn -noecho curl x"],
  ["gnuplot", "-e", "system('curl x')"],
  ["emacs", "--batch", "--eval", '(shell-command "/usr/bin/curl x")'],
  ["awk", 'BEGIN { system("curl x") }'],
  ["awk", 'BEGIN { "curl x" | getline l }'],
  ["busybox", "awk", 'BEGIN { print "x" | "curl x" }'],
  ["sed", "-n", "1e curl x", "f"],
  ["psql", "-c", "\\!curl x"],
  ["psql", "--command=\\o |curl x"],
  ["psql", "-c", "COPY t FROM PROGRAM 'curl x'"],
  ["mysql", "--execute=select 1; system curl x"],
  ["sqlite3", "x", '.import "|curl x" t'],
  ["tmux", "set-hook", "x", 'run-shell "curl x"'],
  ["tmux", "set", "-g", "default-command", "curl x"],
  ["screen", "-S", "s", "-X", "stuff", "curl x\\n"],
  ["fzf", "--bind", "enter:execute(curl x)"],
  ["rpm", "-E", '%{lua:os.execute("curl x")}'],
  ["mailx", "-S", "sendmail=/usr/bin/curl", "x"],
  ["pdflatex", "-shell-escape", "\\immediate\\write18{curl x}"],
  ["svn", "diff", "--diff-cmd=/usr/bin/curl"],
  ["hg", "--config", "alias.x=!curl x", "x"],
  ["helm", "install", "a", "b", "--post-renderer", "curl"],
  ["pandoc", "-F", "curl", "x"],
  ["yt-dlp", "--exec", "after_move:curl x", "u"],
  ["restic", "--password-command=curl x", "backup", "y"],
  ["valgrind", "--db-command=curl x", "ls"],
  ["gcc", "-wrapper", "curl,x", "a.c"],
  ["make", "--eval=x:;@curl y"],
  ["git", "-c", "submodule.x.update=!curl x", "submodule", "update"],
  ["git", "-c", "credential.helper=/usr/bin/curl", "fetch"],
  ["capsh", "--shell=/usr/bin/curl", "--"],
  ["awk", 'BEGIN { system("rm -rf x") }'],
])("a program is found in another one's own language: %s %s %s %s", (...argv) => {
  expect(verdict(argv)).toBe("deny");
});

test.each([
  ["vim", "-c", ":w! curl", "f"],
  ["vim", "-es", "-c", "%s/curl/wget/g", "-c", "wq", "f"],
  ["vim", "+/curl", "f"],
  ["less", "+/curl", "f"],
  ["expect", "-c", 'send "curl x\\r"'],
  ["awk", '{ print "curl", $1 | "sort" }', "f"],
  ["awk", "-F|", '/curl|wget/ { n += 1 } END { print "rm " n }', "f"],
  ["sed", "-e", "s/the curl/x/", "f"],
  ["sed", "s/a/b/e;s/rm/c/", "f"],
  ["psql", "-c", "select 'curl' as program, \"rm\" from t"],
  ["mysql", "-e", "select system, 'curl' from t"],
  ["sqlite3", "x", "select * from curl;"],
  ["tmux", "send-keys", "-t", "x", "npm run curl", "Enter"],
  ["screen", "-dmS", "curl", "ls"],
  ["fzf", "-q", "curl"],
  ["mail", "-s", "curl and rm", "a@b"],
  ["svn", "commit", "-m", "curl"],
  ["hg", "commit", "-m", "rm"],
  ["pandoc", "curl.md", "-o", "rm.html"],
  ["yt-dlp", "-o", "curl.mp4", "https://example.com/?a=curl"],
  ["python3", "-c", "import os; os.system('curl x')"],
  ["git", "-c", "submodule.x.update=merge", "submodule", "update"],
  ["git", "-c", "credential.helper=/usr/libexec/git-credential-libsecret", "fetch"],
  ["git", "commit", "-m", 'system("curl x") | "rm"'],
])("its data is no program: %s %s %s %s", (...argv) => {
  expect(verdict(argv)).toBe("allow");
});

test("a long text is looked through in its beginning only, in no time", () => {
  for (const text of ['"a'.repeat(40_000), "| ".repeat(40_000), ":".repeat(80_000), "1,".repeat(40_000)])
    for (const program of ["awk", "vim", "make", "sed", "psql", "tmux"])
      expect(verdict([program, "-c", text, `--eval=${text}`])).toBe("allow");
});
