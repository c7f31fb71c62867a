import type { ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { type Cell, keep, run, sh, work } from "./matrix-cell.ts";

const write = (path: string): ToolCall => ({
  tool: "edit_file",
  input: { mode: "write", path, content: "new" },
});
const patch = (path: string): ToolCall => ({
  tool: "edit_file",
  input: { mode: "patch", path, targets: [{ old_string: "old", new_string: "new" }] },
});
const remove = (path: string): ToolCall => ({ tool: "edit_file", input: { mode: "remove", path } });
const restore = (path: string): ToolCall => ({
  tool: "edit_file",
  input: { mode: "restore", path, trash: "$TRASH" },
});
const read = (path: string): ToolCall => ({ tool: "read_files", input: { files: [{ path }] } });
const list = (dir: string): ToolCall => ({
  tool: "find_files",
  input: { mode: "list", queries: [{ dir }] },
});
const http = (method: "GET" | "POST", url: string): ToolCall => ({
  tool: "http_request",
  input: { url, method },
});

export const pathCells: Cell[] = [
  {
    title: "write_paths outside home",
    call: sh("echo new > $G/$ID", { write_paths: ["$G"] }),
    safe: "pw",
    auto: "pw",
    leaves: ["$G/$ID", "new\n"],
  },
  {
    title: "write_paths outside home that were granted",
    call: sh("echo new > $G/$ID", { write_paths: ["$G"] }),
    safe: "ask",
    auto: "run",
    granted: "$G",
    leaves: ["$G/$ID", "new\n"],
  },
  {
    title: "write_paths that can never be granted",
    call: run(["true"], { write_paths: ["/tmp/x"] }),
    safe: "no",
    auto: "no",
    code: "write_path_not_grantable",
  },
  ...(
    [
      ["a command", run(["cat", "$O/closed/$ID"])],
      ["a redirect", sh("touch made; echo new > $O/closed/$ID")],
      ["write_paths", run(["touch", "made"], { write_paths: ["$O/closed"] })],
      ["write_paths that hold it", run(["touch", "made"], { write_paths: ["$O/around"] })],
      ["read_files", read("$O/closed/$ID")],
      ["find_files", list("$O/closed")],
      ["edit_file", write("$O/closed/$ID")],
    ] satisfies [string, ToolCall][]
  ).map(
    ([by, call]): Cell => ({
      title: `a denied path by ${by}`,
      call,
      safe: "no",
      auto: "no",
      code: "denied_path",
      leaves: [`${work}/made`, ""],
    }),
  ),
  {
    title: "rm in the workspace",
    call: run(["rm", "a.txt"]),
    safe: "ask",
    auto: "run",
    files: { [`${work}/a.txt`]: "old" },
    leaves: [`${work}/a.txt`, null],
    output: "moved to trash",
  },
  {
    title: "rm elsewhere in home",
    call: run(["rm", `${keep}/$ID`]),
    safe: "ask",
    auto: "ask",
    files: { [`${keep}/$ID`]: "old" },
    leaves: [`${keep}/$ID`, null],
  },
  {
    title: "rm outside home",
    call: run(["rm", "$O/$ID"]),
    safe: "pw",
    auto: "pw",
    files: { "$O/$ID": "old" },
    leaves: ["$O/$ID", null],
  },
];

export const fileCells: Cell[] = [
  {
    title: "read_files in home",
    call: read("a.txt"),
    safe: "run",
    auto: "run",
    files: { [`${work}/a.txt`]: "seen" },
    output: "seen",
  },
  { title: "read_files of a readable place", call: read("/etc/hostname"), safe: "run", auto: "run", exit: 0 },
  {
    title: "find_files in home",
    call: list("."),
    safe: "run",
    auto: "run",
    files: { [`${work}/a.txt`]: "seen" },
    output: "a.txt",
  },
  {
    title: "find_files in a readable place",
    call: list("/etc"),
    safe: "run",
    auto: "run",
    output: "hostname",
  },
  {
    title: "read_files of a sensitive path in home",
    call: read(".env"),
    safe: "ask",
    auto: "ask",
    files: { [`${work}/.env`]: "KEY=1" },
    output: "KEY=1",
  },
  {
    title: "find_files in a sensitive directory in home",
    call: list(".aws"),
    safe: "ask",
    auto: "ask",
    files: { [`${work}/.aws/config`]: "KEY=1" },
    output: "config",
  },
  {
    title: "read_files outside home that is not readable by policy",
    call: read("/var/lib/dpkg/status"),
    safe: "pw",
    auto: "pw",
    output: "Package: base-files",
  },
  {
    title: "find_files outside home that is not readable by policy",
    call: list("/var/lib/dpkg"),
    safe: "pw",
    auto: "pw",
    output: "status",
  },
  {
    title: "read_files of a sensitive path outside home",
    call: read("/etc/debian_version"),
    safe: "pw",
    auto: "pw",
    exit: 0,
  },
  {
    title: "edit_file write in home",
    call: write("a.txt"),
    safe: "ask",
    auto: "run",
    leaves: [`${work}/a.txt`, "new"],
  },
  {
    title: "edit_file patch in home",
    call: patch("a.txt"),
    safe: "ask",
    auto: "run",
    files: { [`${work}/a.txt`]: "an old text" },
    leaves: [`${work}/a.txt`, "an new text"],
  },
  {
    title: "edit_file remove in home",
    call: remove("a.txt"),
    safe: "ask",
    auto: "run",
    files: { [`${work}/a.txt`]: "old" },
    leaves: [`${work}/a.txt`, null],
  },
  {
    title: "edit_file restore in home",
    call: restore("a.txt"),
    safe: "ask",
    auto: "run",
    files: { [`${work}/a.txt`]: "old" },
    trashed: "a.txt",
    leaves: [`${work}/a.txt`, "old"],
  },
  {
    title: "edit_file of a sensitive path in home",
    call: write(".env"),
    safe: "ask",
    auto: "ask",
    files: { [`${work}/.env`]: "KEY=1" },
    leaves: [`${work}/.env`, "new"],
  },
  {
    title: "edit_file write outside home",
    call: write("$O/$ID"),
    safe: "pw",
    auto: "pw",
    leaves: ["$O/$ID", "new"],
  },
  {
    title: "edit_file remove outside home",
    call: remove("$O/$ID"),
    safe: "pw",
    auto: "pw",
    files: { "$O/$ID": "old" },
    leaves: ["$O/$ID", null],
  },
  {
    title: "edit_file of a sensitive path outside home",
    call: write("$O/$ID.pem"),
    safe: "pw",
    auto: "pw",
    leaves: ["$O/$ID.pem", "new"],
  },
];

export const webCells: Cell[] = [
  {
    title: "http_request GET",
    call: http("GET", "$URL/$ID"),
    safe: "run",
    auto: "run",
    output: "hello",
    hits: 1,
  },
  {
    title: "http_request of another method",
    call: http("POST", "$URL/$ID"),
    safe: "ask",
    auto: "run",
    output: "hello",
    hits: 1,
  },
  {
    title: "download_file",
    call: { tool: "download_file", input: { url: "$URL/$ID", output_path: "got.txt" } },
    safe: "ask",
    auto: "run",
    leaves: [`${work}/got.txt`, "hello"],
    hits: 1,
  },
  {
    title: "fetch_page",
    call: { tool: "fetch_page", input: { url: "$URL/$ID" } },
    safe: "run",
    auto: "run",
    output: "hello",
    hits: 1,
  },
  {
    title: "search_web",
    call: { tool: "search_web", input: { query: "gates" } },
    safe: "run",
    auto: "run",
    output: "About gates",
  },
  ...(
    [
      ["http_request GET", http("GET", "$CLOSED/$ID")],
      ["http_request POST", http("POST", "$CLOSED/$ID")],
      ["http_request of metadata", http("GET", "http://169.254.169.254/latest/meta-data/")],
      ["fetch_page", { tool: "fetch_page", input: { url: "$CLOSED/$ID" } }],
      ["download_file", { tool: "download_file", input: { url: "$CLOSED/$ID", output_path: "got.txt" } }],
    ] satisfies [string, ToolCall][]
  ).map(
    ([by, call]): Cell => ({
      title: `${by} to a private address`,
      call,
      safe: "no",
      auto: "no",
      code: "private_address",
      hits: 1,
    }),
  ),
];
