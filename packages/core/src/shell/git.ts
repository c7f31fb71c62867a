import type { Word } from "./ast.ts";
import type { Sink } from "./sink.ts";

/** Global options of git that take the next word, by its manual. */
export const gitGlobalValue: ReadonlySet<string> = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--super-prefix",
  "--config-env",
  "--attr-source",
]);

/** Index of git's subcommand, after global options by their real arity; -1 when there is none or it is not static. */
export function gitSubcommand(words: readonly Word[]): number {
  for (let at = 1; at < words.length; at += 1) {
    const text = words[at]?.value;
    if (text === null || text === undefined) return -1;
    if (!text.startsWith("-")) return at;
    if (gitGlobalValue.has(text)) at += 1;
  }
  return -1;
}

const codeKeys =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|pager\..+|sequence\.editor|diff\.external|diff\..+\.(?:command|textconv)|difftool\..+\.(?:cmd|path)|mergetool\..+\.(?:cmd|path)|merge\..+\.driver|filter\..+\.(?:clean|smudge|process)|credential\.helper|credential\..+\.helper|gpg\.program|gpg\..+\.program|interactive\.difffilter|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack|vcs)|browser\..+\.cmd|man\..+\.cmd|web\.browser|init\.templatedir|sendemail\..*|tar\..+\.command|trailer\..+\.(?:cmd|command)|hook\..+\.command)$/i;

/** git: settings that name a program, and subcommands that run one. */
export function unfoldGit(words: readonly Word[], sink: Sink): void {
  for (let at = 1; at < words.length; at += 1) {
    const text = words[at]?.value;
    if (text === null || text === undefined || !text.startsWith("-")) break;
    if (text === "-c") setting(words[at + 1], sink);
    else if (text.startsWith("-c")) setting(words[at], sink, 2);
    else if (text === "--config-env") environmentSetting(words[at + 1], sink);
    else if (text.startsWith("--config-env=")) environmentSetting(words[at], sink, 13);
    if (gitGlobalValue.has(text)) at += 1;
  }
  const at = gitSubcommand(words);
  if (at > 0) subcommand(words, at, sink);
}

/** `--config-env=key=VARIABLE`: what the variable holds is not known where the call itself could set it. */
function environmentSetting(word: Word | undefined, sink: Sink, from = 0): void {
  if (sink.scope.origin === "argv") return;
  const key = (word?.value ?? word?.outline ?? "").slice(from).split("=", 1)[0] ?? "";
  if (word !== undefined && (codeKeys.test(key) || /^alias\./i.test(key)))
    sink.issue(
      "code_in_data",
      word,
      "git would run what a variable holds",
      "give the setting with -c, as a literal value",
    );
}

/** `git config [set] key value`: a value that is not static, or names a file of code, is left to the sandbox. */
function config(rest: readonly Word[], sink: Sink): void {
  const operands = rest.filter((word) => word.value?.startsWith("-") !== true);
  const [key, value] = operands[0]?.value === "set" ? operands.slice(1) : operands;
  if (key?.value == null || value?.value == null) return;
  const kept = value.value.startsWith("!") || /^credential\./i.test(key.value);
  const text = kept ? value.value : value.value.replace(/^\s*[^\s'"$`]*\/(?=[\w.+-])/, "");
  setting({ ...value, value: `${key.value}=${text}` }, sink);
}

function setting(word: Word | undefined, sink: Sink, from = 0): void {
  const text = (word?.value ?? word?.outline)?.slice(from);
  if (word === undefined || text === undefined) return;
  const equals = text.indexOf("=");
  const key = equals < 0 ? text : text.slice(0, equals);
  const value = equals < 0 ? "" : text.slice(equals + 1);
  const script = (body: string): void =>
    sink.script({ text: word.value === null ? null : body, dialect: "sh", word });
  if (/^alias\./i.test(key)) {
    if (value.startsWith("!")) script(value.slice(1));
    else if (word.value === null && value.startsWith("\u0001")) script("");
    return;
  }
  if (/^submodule\..+\.update$/i.test(key)) {
    if (value.startsWith("!")) script(value.slice(1));
    return;
  }
  if (/^protocol\.(?:ext\.)?allow$/i.test(key)) {
    sink.issue("code_in_data", word, "the ext transport runs any command", "use https or ssh");
    return;
  }
  if (
    !codeKeys.test(key) ||
    value === "" ||
    /^(?:true|false|cat|store|cache|osxkeychain|manager)$/i.test(value)
  )
    return;
  script(/^credential\./i.test(key) ? credentialHelper(value) : value);
}

/** A helper is a script after `!`, a program by its whole path, and else the rest of the name of a git command. */
function credentialHelper(value: string): string {
  if (value.startsWith("!")) return value.slice(1);
  return value.startsWith("/") ? value.replace(/^[^\s'"$`]*\/(?=[\w.+-])/, "") : ":";
}

/** Subcommands that take a command: where it stands, and whether it is one word or the rest. */
function subcommand(words: readonly Word[], at: number, sink: Sink): void {
  const name = words[at]?.value ?? "";
  const rest = words.slice(at + 1);
  const text = (word: Word | undefined): void => {
    if (word !== undefined) sink.script({ text: word.value, dialect: "sh", word });
  };
  if (name === "config") config(rest, sink);
  if (name === "clone" || name === "init")
    rest.forEach((word, index) => {
      if (word.value === "-c" || word.value === "--config") setting(rest[index + 1], sink);
      else if (word.value?.startsWith("--config=") === true) setting(word, sink, 9);
    });
  if (name === "bisect" && rest[0]?.value === "run") sink.argv(rest.slice(1));
  else if (name === "submodule") {
    const each = rest.findIndex((word) => word.value === "foreach");
    if (each < 0) return;
    const inner = rest
      .slice(each + 1)
      .filter(
        (word, index, all) =>
          !(
            word.value?.startsWith("-") === true &&
            all.slice(0, index).every((before) => before.value?.startsWith("-") === true)
          ),
      );
    const values = inner.map((word) => word.value);
    if (inner.length > 0)
      sink.script({
        text: values.some((value) => value === null) ? null : values.join(" "),
        dialect: "sh",
        word: inner[0] ?? null,
      });
  } else if (name === "ext") text(rest[0]);
  for (const [index, word] of rest.entries()) {
    const value = word.value;
    if (value === null) continue;
    for (const option of valueOptions[name] ?? []) {
      const [given = ""] = value.split("=", 1);
      if (value === option || (!option.startsWith("--") && clustered(name, option).test(value)))
        text(rest[index + 1]);
      else if (option.startsWith("--") && given.length > 3 && option.startsWith(given))
        text(given === value ? rest[index + 1] : { ...word, value: value.slice(given.length + 1) });
      else if (
        !option.startsWith("--") &&
        value.startsWith(option) &&
        value.length > 2 &&
        !value.startsWith("--")
      )
        text({ ...word, value: value.slice(2) });
    }
    if (value.startsWith("ext::") && remoteCommands.has(name))
      text({ ...word, value: value.slice(5).replace(/%[a-zA-Z%]/g, "x") });
  }
}

/** A cluster that ends in the option: only letters that take no value stand before it. */
function clustered(name: string, option: string): RegExp {
  const flags = name === "rebase" ? "iqvfrkn" : name === "difftool" ? "dgy" : "";
  return flags === "" ? /^$(?=x)/ : new RegExp(`^-[${flags}]+${option.slice(1)}$`);
}

const remoteCommands = new Set([
  "clone",
  "fetch",
  "pull",
  "push",
  "ls-remote",
  "remote",
  "submodule",
  "archive",
]);
const valueOptions: Readonly<Record<string, readonly string[]>> = {
  rebase: ["-x", "--exec"],
  difftool: ["-x", "--extcmd"],
  grep: ["-O", "--open-files-in-pager"],
  "ls-remote": ["--upload-pack", "--exec"],
  fetch: ["--upload-pack"],
  pull: ["--upload-pack"],
  clone: ["-u", "--upload-pack"],
  "fetch-pack": ["--upload-pack", "--exec"],
  "send-email": ["--sendmail-cmd", "--to-cmd", "--cc-cmd", "--header-cmd"],
  instaweb: ["--httpd", "--browser"],
  daemon: ["--access-hook"],
  svn: ["--authors-prog"],
  push: ["--receive-pack", "--exec"],
  "send-pack": ["--receive-pack", "--exec"],
  archive: ["--exec"],
  "filter-branch": [
    "--tree-filter",
    "--index-filter",
    "--msg-filter",
    "--env-filter",
    "--commit-filter",
    "--parent-filter",
    "--tag-name-filter",
    "--setup",
  ],
};
