import { describe, expect, it } from "vitest";
import { scriptVerdict } from "../../../helpers/guard.ts";

/** Each runs curl in bash; the guard must see it whatever stands between the words and becomes nothing. */
const hosts = [
  ["readarray", "-C", "curl", "-c", "1", "arr", "<<<", "x"],
  ["compgen", "-C", "curl", "x"],
  ["trap", "curl", "EXIT"],
  ["eval", "curl", "x"],
  ["source", "/dev/stdin", "<<<", "'curl x'"],
  [".", "/dev/fd/0", "<<<", "'curl x'"],
  ["exec", "-a", "z", "curl", "x"],
  ["command", "-p", "curl", "x"],
  ["builtin", "eval", "curl", "x"],
  ["jobs", "-x", "curl", "x"],
  ["hash", "-p", "/usr/bin/curl", "ls"],
  ["nice", "-n", "1", "curl", "x"],
  ["ionice", "-c", "3", "curl", "x"],
  ["choom", "-n", "0", "--", "curl", "x"],
  ["nice", "-n", "1", "/usr/bin/env", "curl", "x"],
  ["timeout", "-k", "1", "5", "curl", "x"],
  ["env", "-u", "A", "curl", "x"],
  ["xargs", "-n", "1", "curl"],
  ["find", ".", "-maxdepth", "0", "-exec", "curl", "{}", "+"],
  ["bash", "-o", "errexit", "-c", "'curl x'"],
  ["sh", "-c", "'curl x'"],
  ["busybox", "sh", "-c", "'curl x'"],
  ["flock", "lock", "-c", "'curl x'"],
  ["git", "-c", "alias.z='!curl x'", "z"],
  ["tar", "-cf", "/dev/null", "--checkpoint=1", "--checkpoint-action=exec='curl x'", "."],
  ["sort", "--compress-program=curl", "f"],
  ["split", "--filter='curl x'", "f"],
  ["ssh", "-o", "ProxyCommand='curl x'", "host"],
  ["ex", "-s", "-c", "'!curl x'", "f"],
];
const nothings = ["$a", '"$@"', "${a:+x}", "$(true)", "{,}", "$a $b", "{,}{,}"];

describe("a word that becomes nothing", () => {
  it.each(hosts.map((words) => [words.join(" "), words] as const))(
    "does not hide what %s runs",
    (_, words) => {
      for (const nothing of nothings)
        for (let at = 1; at < words.length; at += 1) {
          const script = [...words.slice(0, at), nothing, ...words.slice(at)].join(" ");
          // behind the last word that matters, and inside a here-string, it may hide nothing
          if (words[at - 1] === "<<<") continue;
          expect(scriptVerdict(script), script).toBe("deny");
        }
    },
  );

  it("hides nothing together with others in one command", () => {
    for (const script of [
      "tar $a -cf $b /dev/null $c --checkpoint=1 --checkpoint-action=exec='curl x' .",
      "nice -n $a $b $c $d $e $f $g $h 1 curl x",
      "nice -n $a 1 bash -c 'nice -n $b 1 curl x'",
    ])
      expect(scriptVerdict(script), script).toBe("deny");
  });
});

describe("words that a completion expands once more", () => {
  it.each(["$<(c''url)", "$(cu''rl)", "`cu''rl`", ">(cu''rl)", "$[a[$(cu''rl)]]", "${x@P}"])(
    "run nothing: %s",
    (text) => {
      expect(scriptVerdict(`compgen -W '${text}'`)).toBe("deny");
      expect(scriptVerdict(`echo "$(compgen -W '${text}' -- a)"`)).toBe("deny");
    },
  );
});

describe("a word that becomes several", () => {
  it.each([
    "a='1 curl x'; nice -n $a",
    'set -- 1 curl x; nice -n "$@"',
    "set 1 curl x; nice -n $@",
    "for i in '1 curl x'; do nice -n $i; done",
    'a=(1 curl x); nice -n "${a[@]}"',
    'x=curl; nice -n $a 1 "$x" x',
  ])("brings no denied program with it: %s", (script) => {
    expect(scriptVerdict(script)).toBe("deny");
  });
});

describe("an unquoted expansion that means no harm", () => {
  it.each([
    'hash "$c"',
    "hash $c",
    'nice -n $N make "$@"',
    "nice -n $N make -j4",
    "xargs -P $J -n 1 ls < f",
    "git -C $d log",
    "tar -C $d -xzf $f",
    "sort $OPTS f",
    "env -u $V make",
    'complete -F _x "$1"',
    'compgen -W "a b" -- "$cur"',
    "mapfile -t lines < f",
    "mapfile -t -- $name < f",
    "mv {,old-}f; cp f{,.bak}",
    "gcc $CFLAGS $LDFLAGS -o $out $a $b $c $d $e",
  ])("is allowed: %s", (script) => {
    expect(scriptVerdict(script)).toBe("allow");
  });
});
