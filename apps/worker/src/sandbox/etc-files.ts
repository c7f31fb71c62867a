import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/**
 * The /etc of a sandbox: a list of what programs need, copied where everyone may read it, and files of ours. It never
 * holds an account, a key or an address of the host.
 */
const etcEntries = [
  ...["alternatives", "ca-certificates.conf", "debian_version", "fonts", "groff", "host.conf", "gai.conf"],
  ...[
    "inputrc",
    "issue",
    "java-11-openjdk",
    "java-17-openjdk",
    "java-21-openjdk",
    "ld.so.cache",
    "ld.so.conf",
  ],
  ...["ld.so.conf.d", "locale.alias", "locale.gen", "localtime", "lsb-release", "magic", "magic.mime"],
  ...["manpath.config", "mime.types", "nanorc", "netconfig", "networks", "os-release", "perl", "pki"],
  ...["protocols", "python3", "python3.9", "python3.10", "python3.11", "python3.12", "python3.13", "rpc"],
  ...["services", "sgml", "ssl/certs", "ssl/openssl.cnf", "terminfo", "texmf", "timezone", "vim", "xml"],
];

const syntheticFiles: Readonly<Record<string, string>> = {
  passwd:
    "root:x:0:0:root:/nonexistent:/usr/sbin/nologin\nagent:x:1000:1000:agent:/home/agent:/bin/bash\n" +
    "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n",
  group: "root:x:0:\nagent:x:1000:\nnogroup:x:65534:\n",
  hosts: "127.0.0.1 localhost sandbox\n::1 localhost\n",
  hostname: "sandbox\n",
  "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\n",
  "resolv.conf": "",
  shells: "/bin/sh\n/bin/bash\n",
  profile: "",
  "bash.bashrc": "",
  "login.defs": "",
  gitconfig:
    "[safe]\n\tdirectory = *\n[user]\n\tname = agent\n\temail = agent@sandbox\n[init]\n\tdefaultBranch = main\n",
  npmrc: "update-notifier=false\nfund=false\naudit=false\n",
};

export function writeEtc(etc: string): void {
  mkdirSync(join(etc, "ssl"), { recursive: true, mode: 0o755 });
  for (const entry of etcEntries) copyReadable(join("/etc", entry), join(etc, entry));
  for (const [name, text] of Object.entries(syntheticFiles)) {
    writeFileSync(join(etc, name), text, { mode: 0o644 });
  }
}

/** Changes when the lists here or one of the copied entries does. */
export function etcKey(): string {
  const times = etcEntries.map((entry) => {
    const path = join("/etc", entry);
    return existsSync(path) ? statSync(path).mtimeMs : 0;
  });
  return JSON.stringify([etcEntries, syntheticFiles, times]);
}

/** Files that everyone may read, links as they are; anything else is left out. */
function copyReadable(source: string, target: string): void {
  if (!existsSync(source) && !isLink(source)) return;
  const found = lstatSync(source);
  if (found.isSymbolicLink()) return symlinkSync(readlinkSync(source), target);
  if ((found.mode & 0o004) === 0) return;
  if (found.isDirectory()) {
    mkdirSync(target, { recursive: true, mode: 0o755 });
    for (const name of readdirSync(source)) copyReadable(join(source, name), join(target, name));
  } else if (found.isFile()) {
    copyFileSync(source, target);
    chmodSync(target, found.mode & 0o111 ? 0o755 : 0o644);
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch (_absent) {
    return false;
  }
}
