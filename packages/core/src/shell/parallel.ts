import type { Word } from "./ast.ts";
import { scanOptions } from "./options.ts";
import type { Sink } from "./sink.ts";

const grammar = {
  value: [
    "-a",
    "-j",
    "-P",
    "-n",
    "-N",
    "-I",
    "-L",
    "-s",
    "-S",
    "-d",
    "-C",
    "-E",
    "-U",
    "--arg-file",
    "--jobs",
    "--max-args",
    "--max-replace-args",
    "--max-lines",
    "--max-chars",
    "--sshlogin",
    "--slf",
    "--sshloginfile",
    "--delimiter",
    "--delim",
    "--colsep",
    "--eof",
    "--joblog",
    "--results",
    "--res",
    "--delay",
    "--timeout",
    "--retries",
    "--tagstring",
    "--tmpdir",
    "--workdir",
    "--wd",
    "--env",
    "--halt",
    "--load",
    "--memfree",
    "--nice",
    "--recstart",
    "--recend",
    "--block",
    "--basefile",
    "--bf",
    "--return",
    "--trc",
    "--arg-sep",
    "--arg-file-sep",
    "--rpl",
    "--profile",
    "-J",
    "--tempdir",
    "--limit",
    "--semaphorename",
    "--id",
    "--compress-program",
    "--decompress-program",
    "--termseq",
  ],
  flag: [
    "-0",
    "-k",
    "-q",
    "-u",
    "-v",
    "-t",
    "-x",
    "-X",
    "-m",
    "-r",
    "-p",
    "-i",
    "-l",
    "-h",
    "-V",
    "--keep-order",
    "--quote",
    "--ungroup",
    "--group",
    "--line-buffer",
    "--lb",
    "--verbose",
    "--dry-run",
    "--dryrun",
    "--bar",
    "--progress",
    "--eta",
    "--pipe",
    "--pipepart",
    "--null",
    "--no-run-if-empty",
    "--will-cite",
    "--citation",
    "--xargs",
    "--tag",
    "--resume",
    "--linebuffer",
    "--fg",
    "--bg",
    "--wait",
    "--plus",
    "--shuf",
    "--version",
    "--help",
    "--no-notice",
  ],
};

const separators = new Set([":::", "::::", ":::+", "::::+"]);

/**
 * GNU parallel gives the words before `:::` to a shell, joined by blanks; without them each input is a command.
 * What it puts in the place of `{}` it quotes itself, so a placeholder is an argument and never program text.
 */
export function unfoldParallel(words: readonly Word[], sink: Sink): void {
  const scan = scanOptions(words, 1, grammar);
  for (const word of scan.doubts) sink.suspect(word);
  if (scan.unclear !== null) {
    sink.issue(
      "wrapper_not_static",
      scan.unclear,
      "an expansion stands where options of parallel may stand",
      "quote it, or write the words out",
    );
    return;
  }
  if (scan.options.some(({ name }) => ["--help", "--version", "--citation", "-V", "-h"].includes(name)))
    return;
  const cut = scan.operands.findIndex((word) => separators.has(word.value ?? ""));
  const command = cut < 0 ? scan.operands : scan.operands.slice(0, cut);
  if (scan.unknown) sink.suspect(command[1]);
  if (command.length === 0) {
    inputsAsCommands(
      cut < 0 ? null : scan.operands.slice(cut),
      scan.options.some(({ name }) => name === "-a" || name === "--arg-file"),
      words[0] ?? null,
      sink,
    );
    return;
  }
  const values = command.map((word) => word.value);
  if (values.some((value) => value === null)) {
    const loose = command.find((word) => word.value === null && (word.many || word === command[0]));
    if (loose !== undefined)
      sink.issue(
        "wrapper_not_static",
        loose,
        "the command that parallel would run is not plain from the text",
      );
    else sink.argv(command);
    return;
  }
  const text = values.join(" ");
  if (/^\s*\{[^}\s]*\}/.test(text))
    sink.issue(
      "dynamic_command",
      command[0] ?? null,
      "parallel would run its input as a command",
      "name the program before the placeholder",
    );
  else sink.script({ text, dialect: "sh", word: command[0] ?? null });
}

function inputsAsCommands(
  inputs: readonly Word[] | null,
  fromFile: boolean,
  word: Word | null,
  sink: Sink,
): void {
  if (inputs === null) {
    if (fromFile || sink.scope.stdin.kind !== "null")
      sink.issue(
        "shell_reads_stream",
        word,
        "parallel would run each line of its input as a command",
        "name the program: parallel <program> {}",
      );
    return;
  }
  for (const input of inputs)
    if (!separators.has(input.value ?? "")) sink.script({ text: input.value, dialect: "sh", word: input });
}
