import { describe, expect, it } from "vitest";
import { judge, scriptVerdict } from "../../../helpers/guard.ts";

describe("what one script of a call hands on to another", () => {
  it.each([
    "bash -c 'git \"$@\"' _ -c alias.z='!curl x' z",
    "bash -c 'git $0' '-c alias.z=!curl z'",
    "bash -s -- -c alias.z='!curl x' z <<< 'git \"$@\"'",
    "a='-c alias.z=!curl z' bash -c 'git $a'",
    "env a='1 curl' sh -c 'nice -n $a'",
    "export a='-c alias.z=!curl z'; bash -c 'git $a'",
    "a='-c alias.z=!curl z'; eval 'git $a'",
    "eval 'a=\"-c alias.z=!curl z\"'; git $a",
    "trap 'a=\"1 curl\"' DEBUG; nice -n $a",
  ])("is known there: %s", (script) => {
    expect(scriptVerdict(script)).toBe("deny");
  });

  it("is known in a call that a shell gets with words behind its script", () => {
    const call = ["bash", "-c", 'git "$@"', "_", "-c", "alias.z=!curl x", "z"];
    expect(judge(call, { mode: "auto" }).verdict).toBe("deny");
  });

  it.each([
    "bash -c 'git log --grep \"$1\"' _ curl",
    "a=curl; bash -c 'git grep -n \"$a\"'",
    'bash -c \'for f in "$@"; do git add "$f"; done\' _ curl wget',
  ])("stays data where it runs nothing: %s", (script) => {
    expect(scriptVerdict(script)).toBe("allow");
  });
});

describe("an alias with what stands behind it", () => {
  it.each([
    "shopt -s expand_aliases\nalias g='git -c'\ng alias.z='!curl x' z",
    "shopt -s expand_aliases\nalias a=b\nalias b='git -c'\na alias.z='!curl x' z",
    "shopt -s expand_aliases\nalias s='sort --compress-program'\ns curl f",
  ])("is judged as the command it makes: %s", (script) => {
    expect(scriptVerdict(script)).toBe("deny");
  });

  it.each(["alias ll='ls -la'\nll src", "alias ls='ls --color'\nls curl", "alias g=git\ng log --grep curl"])(
    "is no wall: %s",
    (script) => {
      expect(scriptVerdict(script)).toBe("allow");
    },
  );
});

describe("a program that starts a shell where it is told to run nothing", () => {
  it.each([
    "script -q /dev/null <<< 'curl x'",
    "unshare -r <<< 'curl x'",
    "newgrp <<< 'curl x'",
    "fakeroot <<E\ncurl x\nE",
    "echo 'curl x' | setarch x86_64",
    "cat f | nsenter -t 1",
  ])("is a shell that reads a stream: %s", (script) => {
    expect(scriptVerdict(script)).toBe("deny");
  });

  it.each(["script -qc 'npm test' /dev/null <<< curl", "fakeroot make <<< curl", "unshare -r cat <<< curl"])(
    "is none where it runs something: %s",
    (script) => {
      expect(scriptVerdict(script)).toBe("allow");
    },
  );
});

describe("commands that a program reads from its standard input", () => {
  it.each([
    "sqlite3 db <<< '.shell curl x'",
    "echo '.system curl x' | sqlite3 db",
    "ed -s f <<< '!curl x'",
    "printf '%s\\n' a '!curl x' q | ed -s f",
    "ed -s f <<E\n1,2w !curl x\nq\nE",
    "sftp -b - h <<< '!curl x'",
    "lftp <<< 'shell curl x'",
    "dc <<< '!curl x'",
    "ex -s f <<E\n!curl x\nE",
    "gdb <<< 'shell curl x'",
    "psql <<< '\\! curl x'",
  ])("are judged where their text is plain: %s", (script) => {
    expect(scriptVerdict(script)).toBe("deny");
  });

  it.each([
    "sqlite3 db <<< \"insert into t values ('curl')\"",
    "ed -s f <<E\ns/!curl/x/\nw\nq\nE",
    "psql <<E\nselect 'curl', '!';\nE",
    "sed 's/a/b/' <<< '1e curl x'",
    "python3 - <<E\nprint('curl')\nE",
  ])("are data where they run nothing: %s", (script) => {
    expect(scriptVerdict(script)).toBe("allow");
  });
});
