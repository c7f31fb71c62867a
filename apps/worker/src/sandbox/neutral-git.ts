import { gitWordsVariable, lonelyVariable } from "@gatehouse/core/sandbox/lonely-git";
import { gitSubcommand } from "@gatehouse/core/shell/git";
import { argvWord } from "@gatehouse/core/shell/unfolded";

/**
 * A read-only call of git runs nothing that the repository's own configuration names. Nobody is asked about such a
 * call, and the workspace holds that configuration. Settings of the environment win over every file; what no setting
 * turns off, an option does. What has a name of the repository's own (`filter.NAME.clean`, anything of a submodule) the
 * gate turns off, and where git needs no helper of its own it can start no process at all. Filtered files are compared
 * as they stand, and changes inside a submodule that it has not committed are not looked for.
 * Proof: test/sandbox/neutral-git.test.ts.
 */
export type NeutralCall = { argv: readonly string[]; environment: Readonly<Record<string, string>> };

/** Programs that run git inside the repository. */
const callers = new Set(["git", "gh"]);

export function neutralCall(argv: readonly string[]): NeutralCall {
  if (!callers.has(argv[0] ?? "")) return { argv, environment: {} };
  return argv[0] === "git" ? withoutHelpers(argv) : { argv, environment };
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
  ["submodule.recurse", "false"],
  ["diff.ignoreSubmodules", "dirty"],
  ["diff.submodule", "short"],
  ["status.submoduleSummary", "false"],
  // threads count as processes
  ["core.preloadIndex", "false"],
  ["index.threads", "1"],
  ["grep.threads", "1"],
  ["pack.threads", "1"],
  ["alias.lfs", ""],
  ["alias.whatchanged", "log"],
];

const quiet: Readonly<Record<string, string>> = {
  GIT_PAGER: "cat",
  GIT_EDITOR: "true",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
};

const environment: Readonly<Record<string, string>> = {
  ...quiet,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_COUNT: String(settings.length),
  ...Object.fromEntries(
    settings.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ),
};

/** Subcommands that show differences or content; each takes the options below right after its own words. */
const showing = new Set([
  ...["annotate", "blame", "diff", "diff-files", "diff-index", "diff-tree", "log"],
  ...["reflog show", "show", "stash list", "stash show", "whatchanged"],
]);

/** Subcommands that look into the working tree of a submodule unless they are told not to. */
const looksIntoSubmodules = new Set(["diff", "diff-files", "diff-index", "status"]);

/** Subcommands that git itself carries out with further processes; showing a signature (`%G`) is another reason. */
const needsHelpers = new Set(["bisect", "fsck", "lfs", "stash", "submodule", "verify-pack"]);

/** Subcommands that show the settings themselves and run none of them. */
const showsSettings = new Set(["config", "var"]);

function withoutHelpers(argv: readonly string[]): NeutralCall {
  const at = gitSubcommand(argv.map(argvWord));
  if (at < 0) return { argv, environment };
  const subcommand = argv[at] ?? "";
  if (showsSettings.has(subcommand))
    return { argv: ["git", "--no-pager", ...argv.slice(1)], environment: quiet };
  const pair = `${subcommand} ${argv[at + 1] ?? ""}`;
  const words = showing.has(pair) && !showing.has(subcommand) ? 2 : 1;
  const options = [
    ...(showing.has(subcommand) || showing.has(pair) ? ["--no-ext-diff", "--no-textconv"] : []),
    ...(looksIntoSubmodules.has(subcommand) ? ["--ignore-submodules=dirty"] : []),
  ];
  const globals = ["git", "--no-pager", ...argv.slice(1, at)];
  const helped = needsHelpers.has(subcommand) || argv.some((word) => word.includes("%G"));
  const lonely = helped ? {} : { [lonelyVariable]: "1" };
  return {
    argv: [...globals, ...argv.slice(at, at + words), ...options, ...argv.slice(at + words)],
    environment: { ...environment, [gitWordsVariable]: String(globals.length), ...lonely },
  };
}
