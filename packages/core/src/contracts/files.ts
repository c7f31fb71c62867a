/** What a file tool found or did: the structured half of its output, kept as JSON text. Paths as the command sees them. */

export type FileKind = "file" | "directory" | "link" | "other";

/** Where the content of a file stands in the output of the execution. */
export type OutputSlice = { offset: number; bytes: number };

export type ReadFile =
  | {
      path: string;
      kind: "text";
      bytes: number;
      firstLine: number;
      lines: number;
      totalLines: number;
      /** more lines follow, or a line was cut */
      more: boolean;
      content: OutputSlice;
      mode: number;
      modifiedAtMs: number;
    }
  | {
      path: string;
      kind: "image";
      mediaType: string;
      bytes: number;
      content: OutputSlice;
      modifiedAtMs: number;
    }
  | {
      path: string;
      kind: "pdf";
      bytes: number;
      pages: number;
      more: boolean;
      content: OutputSlice;
      modifiedAtMs: number;
    }
  | {
      path: string;
      kind: "binary";
      bytes: number;
      /** the first bytes, for a look; or all of it, where the call asked for no lines */
      content: OutputSlice;
      whole: boolean;
      modifiedAtMs: number;
    }
  | { path: string; kind: "error"; error: string };

export type FoundEntry = {
  /** below the directory that was asked for */
  name: string;
  kind: FileKind;
  bytes: number;
  modifiedAtMs: number;
  mode: number;
  /** reading it asks a person first, unless that was granted */
  sensitive: boolean;
  /** what a link says it leads to */
  target?: string;
};

export type FoundLine = { path: string; line: number; text: string };

export type FoundQuery =
  | { dir: string; error: string }
  | {
      dir: string;
      entries: FoundEntry[];
      /** left out by the exclude list and ignore files, or by the rules of sensitive and denied paths */
      hidden: number;
      withheld: number;
      more: boolean;
    }
  | { dir: string; matches: FoundLine[]; searched: number; withheld: number; more: boolean };

export type EditReceipt =
  | {
      path: string;
      mode: "write" | "patch" | "restore";
      created: boolean;
      bytes: number;
      lines: number;
      bytesBefore: number | null;
      diff: string | null;
      version: string | null;
    }
  | { path: string; mode: "remove"; trash: string; kind: FileKind; bytes: number }
  | { path: string; mode: "restore"; trash: string; kind: FileKind; bytes: number; replaced: string | null }
  | { mode: "undo" /** the first of them */; path: string; undone: UndoneFile[]; problems: UndoProblem[] }
  | { path: string; error: string; conflict?: boolean };

export type UndoneFile = {
  path: string;
  did: "restored" | "moved to trash" | "already gone" | "already back";
};
/** conflict: it was changed again since, and is as it was found */
export type UndoProblem = { path: string; error: string; conflict: boolean };

export const versionActions = ["found", "write", "patch", "restore", "command", "remove"] as const;
export type VersionAction = (typeof versionActions)[number];

export type VersionEntry = {
  id: string;
  at: string;
  action: VersionAction;
  bytes: number;
  digest: string | null;
  executionId: string;
  /** its content can be read and restored */
  kept: boolean;
};

export type HistoryResult =
  | { path: string; versions: VersionEntry[] }
  | {
      path: string;
      version: VersionEntry;
      kind: "text" | "binary";
      content: OutputSlice;
      diff: string | null;
    }
  | { path: string; error: string };

export type FileResult =
  | { tool: "read_files"; files: ReadFile[] }
  | { tool: "find_files"; queries: FoundQuery[] }
  | { tool: "edit_file"; receipt: EditReceipt }
  | { tool: "file_history"; history: HistoryResult };

export type FileChangeKind = "created" | "changed" | "deleted";

/** What an execution did to the files of its workspace; never an empty list where nobody looked. */
export type FilesChanged =
  | {
      recorded: true;
      created: number;
      changed: number;
      deleted: number;
      listed: number;
      /** directories of tools that nobody looked into, by name */
      leftOut?: string[];
    }
  | { recorded: false; why: string };
