/** Shapes of the tables in `jsons/` that say how programs find what they run. Only data; `defaults.ts` loads them. */

/** A program that runs another one: how its own options end and where the inner argv or script begins. */
export type Wrapper = {
  /** options that take the next word as their value when none is attached */
  value?: readonly string[];
  /** options that take none, or only an attached one */
  flag?: readonly string[];
  /** words between the options and the inner program */
  operands?: number;
  /** NAME=VALUE words may stand before the inner program */
  assignments?: boolean;
  /** options whose value is a NAME=VALUE for the inner program */
  setting?: readonly string[];
  /** options whose value is split into words that continue the argv */
  split?: readonly string[];
  /** options that name the inner program's argv[0], which a multi-call program obeys */
  argv0?: readonly string[];
  /** options whose value is given to a shell */
  script?: readonly string[];
  /** flags that make the rest be given to a shell */
  script_flag?: readonly string[];
  /** options whose value is a command, split on blanks */
  command_option?: readonly string[];
  /** options after which nothing is run */
  none?: readonly string[];
  /** how the rest is run: as argv (default), joined by blanks and given to a shell, each word to a shell, or not at all */
  run?: "joined" | "each" | "none" | "script";
  /** with `joined`: flags that make it an argv after all */
  argv_flag?: readonly string[];
  /** options may follow the operands */
  permute?: boolean;
  /** a dash alone is an option too */
  dash_flag?: boolean;
  /** `-o Key=Value` options that may name a program */
  ssh_option?: readonly string[];
  /** the rest runs on another machine */
  remote?: boolean;
  /** it runs in a container or the like, where a path says nothing about this one: only its name is judged */
  elsewhere?: boolean;
  /** options whose value is the program, and the words after the operands are its arguments */
  entry?: readonly string[];
  /** what follows `--` is run, whatever stands before it */
  after_dashes?: boolean;
  /** the inner program is named by path as a matter of course */
  path?: boolean;
  /** the inner word is a package that carries the program */
  package?: boolean;
  /** words from standard input are appended */
  appends?: boolean;
  /** every long option carries its value after `=` */
  long_equals?: boolean;
  /** the first operand is left out when it names an architecture */
  arch_operand?: boolean;
  /** operands stand before the inner program only when one of these options is given */
  operands_unless?: readonly string[];
  /** a word after which the rest is argv of a shell */
  shell_after?: string;
  /** options after which the rest is argv */
  rest_after?: readonly string[];
  /** a subcommand that may stand before the inner program */
  skip_subcommand?: string;
  operands_for?: Readonly<Record<string, number>>;
  subcommands?: Readonly<Record<string, Wrapper>>;
  special?: "ip" | "parallel" | "xargs" | "find" | "fd" | "multicall" | "bwrap" | "stdin_script";
};

/** A program that takes a program through an option, among options of other kinds. */
export type ProgramOption = {
  value?: readonly string[];
  script?: readonly string[];
  command?: readonly string[];
  /** options whose value is a command that may be named by a path: its base name is judged */
  named?: readonly string[];
  /** option → pattern of the keys in a `key=value` of it whose value is such a command */
  keyed?: Readonly<Record<string, string>>;
  /** words, or options with their value behind `=`, after which a program's name stands */
  after?: readonly string[];
  /** patterns whose group is a program's name in text of the program's own language */
  naming?: readonly string[];
  /** what a word begins with that goes on with a script */
  attached?: readonly string[];
  /** options whose value may hold `%(script)` */
  macro?: readonly string[];
  /** the first word may be a cluster of options without a dash, whose values follow in order */
  bare_cluster?: boolean;
  ssh_option?: readonly string[];
  /** options whose value is a script when it starts with `exec=` */
  exec_action?: readonly string[];
  editor?: readonly string[];
  shellword?: readonly string[];
  make?: readonly string[];
  /** options whose value is a script when it starts with `|` or `!` */
  piped?: readonly string[];
  /** options whose value is a debugger's command, of which `shell …` and `!…` run a script */
  debugger?: readonly string[];
  /** prefixes of addresses that run what follows them, up to a comma */
  address?: readonly string[];
  assignments?: readonly string[];
};

export type EnvironmentTable = {
  never: readonly string[];
  command: readonly string[];
  preprocessor: readonly string[];
  prompt: readonly string[];
  search: readonly string[];
  library: readonly string[];
  options: Readonly<Record<string, readonly string[]>>;
  prefix: readonly string[];
  /** read by an interactive shell alone */
  interactive: readonly string[];
  preload: readonly string[];
  /** programs whose output may be an entry of a search path */
  path_tool: readonly string[];
};

export type ShellTable = { bash: readonly string[]; sh: readonly string[]; foreign: readonly string[] };

export type DangerousTable = {
  downloader: readonly string[];
  interpreter: Readonly<Record<string, readonly string[]>>;
  block_device: readonly string[];
  device_writer: Readonly<Record<string, readonly string[]>>;
  format: readonly string[];
  format_prefix: readonly string[];
  /** words that make a formatting tool only look */
  format_reading: readonly string[];
  permission: readonly string[];
  power: readonly string[];
  power_argument: Readonly<Record<string, readonly string[]>>;
};

export type ArgumentRoles = {
  text: readonly string[];
  pattern_first: readonly string[];
  pattern_option: readonly string[];
  pattern_prefix: readonly string[];
  find_pattern: readonly string[];
  message_option: Readonly<Record<string, readonly string[]>>;
};

/** An entry of the read-only list: up to three words, and what of the rest cancels it. */
export type ReadOnlyEntry = {
  command: string;
  /** options that write, run a program or change state; a short one also inside a cluster */
  not?: readonly string[];
  /** harmless long options that one in `not` begins with, and which are no abbreviation of it */
  exact?: readonly string[];
  /** when given, only these options keep it read-only */
  only?: readonly string[];
  /** short options that take a value, so that a cluster is read rightly */
  value?: string;
  /** short options that may hold a value in the rest of their word, and never take the next one */
  attached?: string;
  /** options that take the next word as their value when they are written exactly so */
  next?: readonly string[];
  /** most operands it may have */
  operands?: number;
};

export type Tables = {
  wrapper: Readonly<Record<string, Wrapper>>;
  programOption: Readonly<Record<string, ProgramOption>>;
  environment: EnvironmentTable;
  shell: ShellTable;
  builtin: ReadonlySet<string>;
  dangerous: DangerousTable;
  roles: ArgumentRoles;
};
