import { describe, expect, it } from "vitest";
import { scriptVerdict } from "../../../helpers/guard.ts";

describe("a constant that a script gives a variable, whatever gives it", () => {
  it.each([
    "a='-c alias.z=!curl z'; git $a",
    "a='-c alias.z=!curl z'; b=$a; git $b",
    'a=-c; b="$a alias.z=!curl z"; git $b',
    "a=(-c); a+=('alias.z=!curl x'); a+=(z); git \"${a[@]}\"",
    "a[0]=-c; a[1]='alias.z=!curl x'; a[2]=z; git \"${a[@]}\"",
    "declare -A a=([x]=-c [y]='alias.z=!curl x'); git ${a[x]} \"${a[y]}\" z",
    "IFS=,; a='-c,alias.z=!curl x,z'; git $a",
    "IFS=, read -ra a <<< '-c,alias.z=!curl x,z'; git \"${a[@]}\"",
    "read -r a b <<< '-c alias.z=!curl'; git $a $b z",
    "mapfile -t a <<< $'-c\\nalias.z=!curl\\nz'; git \"${a[@]}\"",
    "printf -v a %s -c; git $a alias.z='!curl x' z",
    "f() { git \"$@\"; }; f -c alias.z='!curl x' z",
    "f() { git $1 \"$2\" z; }; f -c alias.z='!curl x'",
    "set -- z -c alias.z='!curl x' z; shift; git \"$@\"",
    "git ${z:--c} alias.z='!curl x' z",
    "git $(echo -c) alias.z='!curl x' z",
    "git `printf %s -c` alias.z='!curl x' z",
    "a='exec=curl x'; tar -cf f . --checkpoint=1 --checkpoint-action=\"$a\"",
    "a=curl; tar -cf f . --checkpoint=1 --checkpoint-action=exec=$a",
    "f='-c alias.z=!curl z'; git $a $b $c $d $e $f",
    "a=x; a=y; a=z; a=w; a=v; a=u; a=t; a=s; a='-c alias.z=!curl z'; git $a",
  ])("is looked at as the words it becomes: %s", (script) => {
    expect(scriptVerdict(script)).toBe("deny");
  });

  it.each([
    "a='-n 5'; git log $a --grep curl",
    "a=curl; git grep -n $a",
    'set -- --oneline -S curl; git log "$@"',
    'f() { tar -cf "$1" curl wget; }; f out.tar',
    "IFS=,; a='curl,wget'; for b in $a; do git log --grep=$b; done",
  ])("is data where it runs nothing: %s", (script) => {
    expect(scriptVerdict(script)).toBe("allow");
  });
});

describe("words that another program reads and adds", () => {
  it.each([
    "echo '-c alias.z=!curl z' | xargs git",
    "printf '%s\\n' -c 'alias.z=!curl' z | xargs git",
    "xargs -d, git <<< '-c,alias.z=!curl x,z,'",
    "xargs -t git <<E\n-c 'alias.z=!curl x' z\nE",
    "echo 'exec=curl' | xargs -I{} tar -cf f . --checkpoint=1 --checkpoint-action={}",
    "xargs sort f <<< --compress-program=curl",
  ])("are looked at where their text is plain: %s", (script) => {
    expect(scriptVerdict(script)).toBe("deny");
  });

  it.each(["echo 'curl wget' | xargs git add", "xargs -I{} git log --grep={} <<< curl"])(
    "are data where they run nothing: %s",
    (script) => {
      expect(scriptVerdict(script)).toBe("allow");
    },
  );
});

describe("a word that may be none", () => {
  it.each([
    "shopt -s nullglob; nice -n zz* 1 curl x",
    "shopt -s nullglob; git zz* -c alias.z='!curl x' z",
    "r='a[@]'; a=(); nice -n \"${!r}\" 1 curl x",
    "declare -n r='a[@]'; nice -n \"$r\" 1 curl x",
  ])("does not hide what follows it: %s", (script) => {
    expect(scriptVerdict(script)).toBe("deny");
  });
});

describe("braces that stay as they are", () => {
  const scripts = ["env -u {a,b} curl x", "nice -n {1,} curl", "timeout {5,6} curl x"];
  it("do not hide a program from a shell that does not expand them", () => {
    for (const script of scripts) {
      expect(scriptVerdict(script, "sh"), script).toBe("deny");
      expect(scriptVerdict(`set +B; ${script}`), script).toBe("deny");
    }
  });
  it("stay data", () => {
    for (const script of ["mkdir -p a/{b,c}", "git add {curl,wget}.md", "cp f{,.bak}"])
      for (const shell of ["bash", "sh"]) expect(scriptVerdict(script, shell), script).toBe("allow");
  });
});
