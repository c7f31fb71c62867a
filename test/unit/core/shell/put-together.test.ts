import { describe, expect, it } from "vitest";
import { scriptVerdict } from "../../../helpers/guard.ts";

describe("a variable that a shell or a program runs code from", () => {
  it.each([
    "a='$(curl x)'; PS4=\"$a\"; set -x; :",
    "a='$'; PS4=\"$a(curl x)\"; set -x; :",
    "x='$(curl x'; y=')'; PS4=$x$y; set -x; :",
    "PS4='$'; PS4+='(curl x)'; set -x; :",
    "PS4='\\044(curl x)'; set -x; :",
    "PS4=\"$(printf '\\44')(curl x)\"; set -x; :",
    "GIT_PAGER=cu; GIT_PAGER+=rl; export GIT_PAGER; git -p log",
    "declare PS{4,5}='$(curl x)'; set -x; :",
    "export {PS4,x}='$(curl x)'; set -x; :",
    "declare -l PS4='$(CURL x)'; set -x; :",
    "declare -l PS4; PS4='$(CURL x)'; set -x; :",
    "typeset -l GIT_PAGER; export GIT_PAGER=CURL; git -p log",
    "x=PS4; printf -v $x '$(curl x)'; set -x; :",
    "x=PS4; read \"$x\" <<< '$(curl x)'; set -x; :",
    "declare -n r; r=PS4; r='$(curl x)'; set -x; :",
    "declare -n r; for r in PS4 PS4; do r='$(curl x)'; done; set -x; :",
  ])("is not set past the guard: %s", (script) => {
    expect(scriptVerdict(script)).toBe("deny");
  });

  it.each([
    "PS4='+ ${BASH_SOURCE}:${LINENO}: '; set -x; make",
    'name=ci; PS4="[$name] "; set -x; make',
    "green=$'\\e[32m'; PS1=\"$green\\u\"; PS1+='\\$ '",
    "CC=gcc; CC+=' -m32'; export CC; make",
    'declare -l name=ABC; echo "$name"',
    "declare -r {a,b}=1; echo $a",
  ])("may be set plainly: %s", (script) => {
    expect(scriptVerdict(script)).toBe("allow");
  });
});

describe("text that a shell evaluates again", () => {
  it.each([
    "declare -a a; declare 'a=($(curl x))'",
    "read -a a <<< 1; declare 'a=($(curl x))'",
    'a=\'$\'; k="$a(curl x)"; declare -A A; let "A[$k]=1"',
    "read RANDOM <<< 'a[$(curl x)]'",
    "mapfile RANDOM <<< 'a[$(curl x)]'",
    "declare -n r=RANDOM; r='a[$(curl x)]'",
    "n=$(($'a[\\x24(curl x)]'))",
    "for ((i=$'a[\\x24(curl x)]';i<1;i++)); do :; done",
    "eval $': \\c\\\\\\ncurl x'",
    "declare -n r; r='b[$(curl x)]'; echo $r",
    "k=b[; k+='$(curl x)]'; ((k))",
    "x='b['; y='$(curl x)]'; (($x$y))",
    "k=$(printf 'b[\\44(curl x)]'); ((k))",
    "printf -v k 'b[%s(curl x)]' '$'; ((k))",
    "bash <<-E\ntime\\\n\tcurl x\nE",
    "bash <<-E\n\tenv\\\n\tcurl x\n\tE",
  ])("is found: %s", (script) => {
    expect(scriptVerdict(script)).toBe("deny");
  });

  it.each([
    "read -r n <<< 5; echo $((n + 1))",
    "printf '%s[%s]\\n' a b; n=$((n + 1)); echo \"$(date)\"",
    "awk '{ a[$1] += $(NF - 1) } END { for (k in a) printf \"%s %d\\n\", k, a[k] }' f; echo $((1 + 1))",
    "declare -A A; A[$'\\t']=1; echo \"${A[$'\\t']}\"",
    "echo $RANDOM; x=$((RANDOM % 6))",
    "bash <<-E\n\techo one \\\n\t\ttwo\n\tE",
  ])("stays usable: %s", (script) => {
    expect(scriptVerdict(script)).toBe("allow");
  });
});

describe("the way a shell reads a line", () => {
  it.each([
    ["sh", "nice -n 10>/dev/null curl x"],
    ["bash", "nice -n 99999999999>/dev/null curl x"],
    ["bash", "shopt -u interactive_comments\n# ; curl x"],
    ["bash", "set +o interactive-comments\n# ; curl x"],
    ["bash", "bash -i +O interactive_comments -c 'echo # ; curl x'"],
    ["bash", "shopt -so histexpand"],
    ["bash", "shopt -s compat42\nx=a; echo \"${x/a/'$(curl x)'}\""],
    ["bash", "BASH_COMPAT=42\nx=a; echo \"${x/a/'$(curl x)'}\""],
    ["sh", 'echo "${x:-\'}"; curl x #\'}"'],
    ["bash", 'set -o posix\necho "${x:-\'}"; curl x #\'}"'],
    ["bash", "set -o posix\necho \"${x:$'\\'}\"; curl x #'}\""],
    ["bash", "echo \"${x:-$'\\x24(curl x)'}\""],
  ] as const)("is that of the guard, or refused: %s -c %j", (shell, script) => {
    expect(scriptVerdict(script, shell)).toBe("deny");
  });

  it.each([
    ["sh", "make 2>&1 3>log"],
    ["bash", "exec 10>lock; flock 10"],
    ["bash", "echo \"${x//$'\\n'/ } ${x%$'\\r'} ${x:-'a'}\""],
    ["bash", "echo \"${x:-$(awk '{print $1}' f)} ${x#'}'}\""],
    ["bash", "shopt -s nullglob interactive_comments; set +o noclobber"],
  ] as const)("is not in the way: %s -c %j", (shell, script) => {
    expect(scriptVerdict(script, shell)).toBe("allow");
  });
});

describe("a stream that a script gives a name", () => {
  it.each([
    "ln -s /dev/stdin s; bash s <<< 'curl x'",
    "mkfifo p; echo curl x > p & bash p",
    "mkfifo ./p; echo curl x > p & sh < p",
    "command ln -sf /proc/self/fd/0 s; . ./s <<< 'curl x'",
  ])("is no file to a shell: %s", (script) => {
    expect(scriptVerdict(script)).toBe("deny");
  });

  it.each(["ln -s ../run.sh s; bash s <<< y", "mkfifo p; cat < p > log & bash build.sh > p"])(
    "is not in the way of a file: %s",
    (script) => {
      expect(scriptVerdict(script)).toBe("allow");
    },
  );
});
