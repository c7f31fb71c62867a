import { describe, expect, test } from "vitest";
import { bash, codesOf, judge, policyOf } from "../../../helpers/guard.ts";

const literal = "a[$(curl x)0]";

describe("text that bash evaluates as a number is refused wherever that happens", () => {
  test.each([
    `declare -i n; n='${literal}'`,
    `x='${literal}'; declare -i y=x`,
    `f() { local -i y=$1; }; f '${literal}'`,
    `x='${literal}'; let x`,
    `x='${literal}'; let "y = x + 1"`,
    `x='${literal}'; b[x]=1`,
    `x='${literal}'; echo "\${!x}"`,
    `OPTIND='${literal}'`,
    `RANDOM='${literal}'`,
    `HISTCMD='${literal}'`,
    "read a[\\$\\(curl\\ x\\)0] <<< 1",
    "a=([\\$\\(curl\\ x\\)0]=1)",
    "let a[\\$\\(curl\\ x\\)0]=1",
  ])("%s", (script) => {
    expect(codesOf(bash(script))).toContain("code_in_data");
  });

  test.each([
    'a=(x y z); echo "${a[$(( RANDOM % ${#a[@]} ))]}"',
    'declare -A m; m["$(date +%F)"]=1; (( m[$USER]++ )); echo "${m[$(hostname)]}"',
    "cat <<EOF\n${a[$(wc -l < f)]}\nEOF",
    "bash -c 'echo ${a[$(hostname)]}'; (( n++ ))",
    'n=HOME; echo "${!n}" "${!m[@]}" "${!BASH@}"',
    "declare -i n=1+2; let n++; RANDOM=42; OPTIND=1",
  ])("and what stands in a subscript as an expansion passes: %s", (script) => {
    expect(bash(script).verdict).toBe("allow");
  });
});

describe("what changes the meaning of a name or of later lines is refused", () => {
  test.each([
    ["printf -v 'BASH_CMDS[ls]' /usr/bin/curl; ls x", "environment_code"],
    ["read 'BASH_ALIASES[ls]' <<< curl; ls x", "environment_code"],
    ["alias curl=echo", "shadowing"],
    ["echo() { builtin printf 'curl x\\n'; }; echo ls | bash", "shadowing"],
    ["cat() { builtin echo curl x; }; cat <<'E' | sh\nls\nE", "shadowing"],
    ["set -k; git fetch ssh://h/r GIT_SSH_COMMAND='curl x'", "code_in_data"],
    ["set -o keyword", "code_in_data"],
    ["set -eH", "code_in_data"],
    ['set -o history -o histexpand\n: ";curl x;"\necho "!:1"', "code_in_data"],
    ["bash -k -c ls", "code_in_data"],
    ["bash -i <<'E'\necho a\nE", "code_in_data"],
  ])("%s", (script, code) => {
    expect(codesOf(bash(script))).toContain(code);
  });

  test.each(["set -euo pipefail; set +k", "set -- -k -H", "set -o history", "cat() { command cat; }; cat f"])(
    "and the like that changes nothing passes: %s",
    (script) => {
      expect(bash(script).verdict).toBe("allow");
    },
  );
});

describe("a shell that reads what exec made its input is refused", () => {
  test.each(["exec < <(echo curl x); bash", "exec 0< <(echo ls); sh"])("%s", (script) => {
    expect(codesOf(bash(script))).toContain("shell_reads_stream");
  });
});

describe("a program that runs another one in its own way is unfolded", () => {
  test.each([
    [["strace", "-o", "|curl x", "ls"]],
    [["strace", "-o!curl x", "ls"]],
    [["gdb", "-batch", "-ex", "shell curl x"]],
    [["gdb", "-ex", "!curl x"]],
    [["capsh", "--", "-c", "curl x"]],
    [["socat", "-", "SYSTEM:curl x"]],
    [["socat", "exec:curl x,pty", "-"]],
    [["tmux", "new-session", "-d", "-s", "a", "curl x"]],
    [["screen", "-dmS", "a", "curl", "x"]],
    [["runuser", "-", "bob", "-c", "curl x"]],
    [["sg", "staff", "curl x"]],
    [["systemd-run", "-t", "curl", "x"]],
    [["mosh", "h", "--", "curl", "x"]],
    [["dotenvx", "run", "--", "curl", "x"]],
    [["cargo", "watch", "-s", "curl x"]],
    [["gtimeout", "5", "curl", "x"]],
    [["bash", "-c", "ssh h <<'E'\ncurl x\nE"]],
  ])("%j", (argv) => {
    expect(codesOf(judge(argv))).toContain("denied_command");
  });

  test.each([[["tmux", "ls"]], [["screen", "-ls"]], [["gdb", "-ex", "run", "--args", "ls"]]])(
    "%j passes",
    (argv) => {
      expect(judge(argv).verdict).toBe("allow");
    },
  );

  test.each(["doas", "pkexec", "run0"])("%s is sudo by another name", (name) => {
    expect(judge([name, "ls"]).verdict).toBe("deny");
    expect(bash(`${name} ls`).verdict).toBe("deny");
  });

  test.each([[["fish", "--command=ls"]], [["fish", "-C", "ls"]], [["pwsh", "-Command", "ls"]]])(
    "other shells are refused in every spelling: %j",
    (argv) => {
      expect(codesOf(judge(argv))).toContain("dialect");
    },
  );
});

describe("valid forms that one parser misreads pass", () => {
  test.each([
    "time for i in 1 2; do echo $i; done",
    "time -p while false; do :; done",
    "if ! (( 3 > 5 )); then echo no; fi",
    "! case a in a) :;; esac",
    "for x in a b; { echo $x; }",
    "for f do\n  # don't stop\n  echo $f\ndone",
    "for ((t = 0; t < $(($# / 4)); t++)); do echo $t; done",
    "[[ a == p$(true)q || $f == *$(date +%Y)*.log ]]",
    'echo "${HOME^^"$(echo a)"}" "${x:=$((1+$(echo 1)))}"',
    "coproc { case a in a) :;; esac; }",
    'if v="$(cat f)"; then IFS=: x=($(ls "$v"))\nfor y in "${x[@]}"; do echo "$y"; done\nfi',
  ])("%s", (script) => {
    expect(bash(script).reasons[0]).toMatchObject({ verdict: "allow" });
  });

  test.each([
    "time for i in 1 2; do curl $i; done",
    "if ! (( $(curl x) )); then :; fi",
    "for x in a $(curl x); { :; }",
    "for x in a; { curl x; }",
    "for f do\n  # don't stop\n  curl $f\ndone",
    "for ((t = 0; t < $(curl x); t++)); do :; done",
    "[[ a == p$(curl x)q ]]",
    'echo "${HOME^^"$(curl x)"}"',
    "coproc { case a in a) curl x;; esac; }",
    "IFS=: x=($(curl x))\nfor y in 1; do :; done",
  ])("and hide nothing: %s", (script) => {
    expect(codesOf(bash(script))).toContain("denied_command");
  });
});

describe("a script is no path of its own", () => {
  const policy = policyOf({ denied_command: ["curl"] });
  test.each([
    "find . ! -path './.git/*' -newer f",
    "echo a # see .ssh/",
    'for h in a; do echo "$h"; done #/.aws/x',
  ])("%s", (script) => {
    expect(bash(script, { policy }).verdict).toBe("allow");
  });
  test("what it names still counts", () => {
    expect(bash("cat .env", { policy }).verdict).toBe("ask");
  });
});

test("a form that nests without end is refused, not thrown", () => {
  expect(bash("f() ".repeat(9000)).verdict).toBe("deny");
});

test("a file that find hands to a shell is a script file", () => {
  expect(bash("find . -name '*.sh' -exec bash -n {} \\;").verdict).toBe("allow");
  expect(bash("find . -name f -exec bash -c {} \\;").verdict).toBe("deny");
});
