import { tables } from "../policy/defaults.ts";
import { own } from "../shell/own.ts";

/** Programs that run what they are given, besides shells, wrappers and the interpreters of `jsons/`. */
const interpreters = new Set(
  (
    "awk gawk mawk nawk original-awk sed gsed ed ex vi vim nvim view emacs nano m4 dc expect wish gdb lldb sqlite3 " +
    "psql mysql mariadb mongosh redis-cli R julia ghci runghc ocaml racket guile scheme sbcl clisp elixir iex erl " +
    "escript groovy scala kotlin jshell java swift dotnet pwsh powershell csi fsi ts-node tsx jq yq jshell " +
    "npx pnpx bunx uvx pipx pipenv poetry uv rye nix nix-shell nix-build docker podman nerdctl kubectl helm " +
    "ansible ansible-playbook terraform systemctl systemd-run crontab at batch tmux screen script dd tee install"
  ).split(" "),
);

/** Programs whose work is to talk to other machines, besides the downloaders of `jsons/`. */
const networkers = new Set(
  (
    "ssh scp sftp rsync rclone nc ncat netcat socat telnet ftp tftp openssl s_client ping ping6 traceroute dig " +
    "nslookup host whois nmap masscan tcpdump aws gcloud az gsutil s3cmd mc gh glab hub doctl flyctl vercel netlify " +
    "heroku wrangler mail sendmail mutt swaks"
  ).split(" "),
);

const scripts: ReadonlySet<string> = new Set(["run", "run-script", "test", "t", "start", "ci", "ls", "list"]);

/** Subcommands of tools in the wrappers' table that build or test and take no program of their own. */
const tame: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: scripts,
  pnpm: scripts,
  yarn: scripts,
  go: new Set(["build", "test", "vet", "fmt", "list"]),
  cargo: new Set(["build", "check", "test", "bench", "clippy", "doc", "fmt", "tree"]),
};

/**
 * Why no standing grant is made for a program, in words; null where one may be. A name with a version behind it
 * (python3.12) is the program itself.
 */
export function unsafeProgram(name: string, subcommand: string | undefined): string | null {
  const bare = name.replace(/[-.]?\d+(?:\.\d+)*$/, "");
  const names = [name, bare];
  const { shell, dangerous } = tables;
  const among = (list: readonly string[]): boolean => names.some((one) => list.includes(one));
  if (among(shell.bash) || among(shell.sh) || among(shell.foreign)) return `${name} is a shell`;
  if (names.some((one) => Object.hasOwn(dangerous.interpreter, one) || interpreters.has(one)))
    return `${name} runs what it is given`;
  if (among(dangerous.downloader) || names.some((one) => networkers.has(one)))
    return `${name} talks to other machines`;
  const wraps = names.some((one) => own(tables.wrapper, one) !== undefined);
  if (wraps && !(own(tame, name)?.has(subcommand ?? "") ?? false)) return `${name} runs another program`;
  if (name === "sudo" || name === "su" || name === "doas") return `${name} asks every time`;
  return null;
}
