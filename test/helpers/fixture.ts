import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

export type FixtureFiles = Record<string, string | { text: string; mode?: string }>;

const files: FixtureFiles = {
  "README.md": "# Demo\n\nRun `curl` to fetch, `rm` to clean, sudo is never needed.\n",
  "src/app.js": "console.log('app')\n",
  "src/util.js": "export const rm = (x) => x\n",
  "src/main.py": "import os\nprint('main')\n",
  "docs/guide.md": "use wget or curl; then docker run\n",
  "logs/app.log": "INFO start\nERROR boom\nINFO stop\n".repeat(5),
  "data.csv": "id,name,qty\n1,apple,3\n2,pear,5\n3,fig,8\n",
  "package.json":
    '{"name":"demo","version":"1.2.3","scripts":{"build":"echo built","clean":"rm -rf build","fetch":"curl example.com"}}\n',
  Makefile: "all:\n\t@echo all\nclean:\n\trm -rf build\nfetch:\n\tcurl example.com\n",
  "run.sh": { text: "#!/bin/sh\necho run\n", mode: "755" },
  rm: "a file that is called rm\n",
  curl: "a file that is called curl\n",
  "build/out.o": "obj\n",
  ".env": "TOKEN=abc\n",
  "config.json": '{"a":1,"b":{"c":[1,2,3]}}\n',
  VERSION: "1.2.3\n",
};

/** A small project as a session finds it: files, three links, a repository with one commit and a tag. */
export function fillWorkspace(directory: string, extra: FixtureFiles = {}): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries({ ...files, ...extra })) {
    const place = path.join(directory, name);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, typeof content === "string" ? content : content.text);
    chmodSync(place, Number.parseInt(typeof content === "string" ? "644" : (content.mode ?? "644"), 8));
  }
  symlinkSync("/home/agent/Documents", path.join(directory, "link_home"));
  symlinkSync("/etc", path.join(directory, "link_etc"));
  symlinkSync("/home/agent/.ssh/id_ed25519", path.join(directory, "link_key"));
  const git = (...args: string[]): void => {
    execFileSync("git", ["-C", directory, ...args], {
      env: {
        PATH: process.env.PATH,
        HOME: directory,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_DATE: "2024-01-01T00:00:00Z",
        GIT_COMMITTER_DATE: "2024-01-01T00:00:00Z",
      },
      stdio: "ignore",
    });
  };
  git("init", "-q", "-b", "main", "--template=");
  for (const [key, value] of [
    ["user.name", "a"],
    ["user.email", "a@example.com"],
    ["init.defaultBranch", "main"],
  ] as const) {
    git("config", key, value);
  }
  git("add", "-A");
  git("commit", "-qm", "init");
  git("tag", "v1.2.3");
}

/** Gives a tree to the account a worker runs as, when the tests are root. */
export function giveTo(directory: string, uid: number): void {
  if (process.getuid?.() !== 0) return;
  chownSync(directory, uid, uid);
  for (const name of readdirSync(directory)) {
    const place = path.join(directory, name);
    if (lstatSync(place).isDirectory()) giveTo(place, uid);
    else lchownSync(place, uid, uid);
  }
}
