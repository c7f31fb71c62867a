import type { FoundQuery } from "@gatehouse/core/contracts/files";
import { isWithin } from "@gatehouse/core/path/lexical";
import type { FindFilesInput } from "@gatehouse/core/tool-call/file-input";
import { FileProblem, problemOf } from "../files/file-problem.ts";
import { type FileSpace, isSecret, placeIn } from "../files/file-space.ts";
import type { FindQuery } from "../files/find.ts";
import type { Sink } from "./sink.ts";

type Query = FindFilesInput["queries"][number];

/** One result or one error for each query, in their order. */
export async function findFiles(input: FindFilesInput, space: FileSpace, sink: Sink): Promise<FoundQuery[]> {
  const results: FoundQuery[] = [];
  for (const query of input.queries) {
    const result = await findOne({ mode: input.mode, query }, space);
    results.push(result);
    await tell(result, sink);
  }
  return results;
}

async function findOne(
  of: { mode: FindFilesInput["mode"]; query: Query },
  space: FileSpace,
): Promise<FoundQuery> {
  const { mode, query } = of;
  try {
    space.signal.throwIfAborted();
    requireBelow(mode === "search" ? undefined : query.pattern);
    requireBelow(query.file_pattern);
    const place = placeIn(space, query.dir);
    const root = space.own.find(({ host }) => isWithin(place.host, host)) ?? null;
    const { sensitive } = space.lists;
    const wanted: FindQuery = {
      mode,
      dir: query.dir,
      seen: place.seen,
      host: place.host,
      root,
      pattern: query.pattern ?? null,
      filePattern: query.file_pattern ?? null,
      recursive: query.recursive ?? mode === "search",
      exclude: space.exclude,
      denied: space.denied,
      sensitive: {
        dirs: [...sensitive.dirs],
        files: [...sensitive.files],
        prefixes: [...sensitive.prefixes],
        extensions: [...sensitive.extensions],
        exempt: [...sensitive.exempt],
      },
      // A directory that was asked for by its own name was decided by its own name, whatever it is called.
      granted: [...space.granted, ...(isSecret(space, place.seen) ? [place.seen] : [])],
      onlyForOthers: root === null && !space.granted.some((granted) => isWithin(place.seen, granted)),
    };
    return await space.threads.find(wanted, space.signal);
  } catch (cause) {
    if (space.signal.aborted) throw cause;
    return { dir: query.dir, error: problemOf(cause).message };
  }
}

function requireBelow(pattern: string | undefined): void {
  if (pattern === undefined) return;
  if (pattern.startsWith("/") || pattern.split(/[/\\]/).includes(".."))
    throw new FileProblem(
      "invalid",
      "a pattern stays below its directory: it has no .. and no leading slash",
    );
}

async function tell(result: FoundQuery, sink: Sink): Promise<void> {
  if ("error" in result) return sink.problem(`${result.dir}: ${result.error}`);
  const lines =
    "entries" in result
      ? result.entries.map((entry) => `${entry.name}${entry.kind === "directory" ? "/" : ""}`)
      : result.matches.map((match) => `${match.path}:${match.line}: ${match.text}`);
  const notes: string[] = [];
  if ("entries" in result && result.hidden > 0) notes.push(`${result.hidden} hidden by ignore rules`);
  if (result.withheld > 0) notes.push(`${result.withheld} withheld: name one by itself to ask for it`);
  if (result.more) notes.push("there is more: narrow the directory or the pattern");
  const head = `== ${result.dir} (${lines.length} found${notes.map((note) => `; ${note}`).join("")})`;
  await sink.text(`${[head, ...lines].join("\n")}\n`);
}
