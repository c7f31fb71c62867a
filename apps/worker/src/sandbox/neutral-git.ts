import { gitSubcommand } from "@gatehouse/core/shell/git";
import { argvWord } from "@gatehouse/core/shell/unfolded";

/**
 * A read-only call of git runs nothing that the repository's own configuration names. Nobody is asked about such a
 * call, and the workspace holds that configuration. Settings of the environment win over every file; what no setting
 * turns off, an option does. Filters of files (`filter.NAME.clean`) stay: without them git would show other content.
 * Proof: test/sandbox/neutral-git.test.ts.
 */
export type NeutralCall = { argv: readonly string[]; environment: Readonly<Record<string, string>> };

/** Programs that run git inside the repository. */
const callers = new Set(["git", "gh"]);

export function neutralCall(argv: readonly string[]): NeutralCall {
  if (!callers.has(argv[0] ?? "")) return { argv, environment: {} };
  return { argv: argv[0] === "git" ? withoutHelpers(argv) : argv, environment };
}

const settings: readonly (readonly [string, string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["core.editor", "true"],
  ["core.askPass", "true"],
  ["core.sshCommand", "ssh"],
  ["core.gitProxy", ""],
  ["core.alternateRefsCommand", "true"],
  ["credential.helper", ""],
  ["gpg.program", "gpg"],
  ["gpg.openpgp.program", "gpg"],
  ["gpg.x509.program", "gpgsm"],
  ["gpg.ssh.program", "ssh-keygen"],
  ["log.showSignature", "false"],
  ["interactive.diffFilter", "cat"],
  ["protocol.allow", "never"],
  ["protocol.ext.allow", "never"],
  ["alias.lfs", ""],
  ["alias.whatchanged", "log"],
];

const environment: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_COUNT: String(settings.length),
  ...Object.fromEntries(
    settings.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ),
  GIT_PAGER: "cat",
  GIT_EDITOR: "true",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
};

/** Subcommands that show differences or content; each takes the options below right after its own words. */
const showing = new Set([
  ...["annotate", "blame", "diff", "diff-files", "diff-index", "diff-tree", "log"],
  ...["reflog show", "show", "stash list", "stash show", "whatchanged"],
]);

function withoutHelpers(argv: readonly string[]): readonly string[] {
  const at = gitSubcommand(argv.map(argvWord));
  if (at < 0) return argv;
  const subcommand = argv[at] ?? "";
  const words = showing.has(subcommand) ? 1 : showing.has(`${subcommand} ${argv[at + 1] ?? ""}`) ? 2 : 0;
  const options = words === 0 ? [] : ["--no-ext-diff", "--no-textconv"];
  return ["git", "--no-pager", ...argv.slice(1, at + words), ...options, ...argv.slice(at + words)];
}
