import { z } from "zod";

/**
 * Inputs of the file tools. Closed like every tool's: a field of one mode is refused in another, so that nothing a
 * decision did not look at can change what is done. Paths are judged as they stand; nothing is decoded afterwards.
 */

/** The most bytes of one file that a file tool reads whole, or writes. */
export const fileBytesLimit = 10 * 1024 ** 2;

/** The most paths that one call takes back. */
export const undoPathsLimit = 2_000;

const path = z.string().min(1).max(4096);
const pattern = z.string().min(1).max(1000);
const lineNumber = z.number().int().min(1).max(1_000_000_000);

export const readFilesInput = z.strictObject({
  files: z
    .array(
      z.strictObject({
        path,
        /** first line, from 1 */
        offset: lineNumber.optional(),
        /** how many lines */
        limit: z.number().int().min(1).max(100_000).optional(),
        /** the bytes as they are, all of them: what a person means by a download */
        raw: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(50),
});

const queryBase = { dir: path, file_pattern: pattern.optional(), recursive: z.boolean().optional() };
const patternQuery = z.strictObject({ ...queryBase, pattern });
const listQuery = z.strictObject({ ...queryBase, pattern: pattern.optional() });
const queries = <Query extends z.ZodType>(query: Query) => z.array(query).min(1).max(20);

export const findFilesInput = z.discriminatedUnion("mode", [
  z.strictObject({ mode: z.literal("list"), queries: queries(listQuery) }),
  z.strictObject({ mode: z.literal("glob"), queries: queries(patternQuery) }),
  z.strictObject({ mode: z.literal("search"), queries: queries(patternQuery) }),
]);

/** Base64 of the largest file, and no more. */
const content = z.string().max(Math.ceil(fileBytesLimit / 3) * 4);

export const patchTargets = z
  .array(
    z.union([
      z.strictObject({
        /** must stand in the file exactly once, unless replace_all */
        old_string: z.string().min(1),
        new_string: z.string(),
        replace_all: z.boolean().optional(),
      }),
      z.strictObject({
        /** inserted before this line; one past the last appends */
        row: lineNumber,
        insert_string: z.string().min(1),
      }),
    ]),
  )
  .min(1)
  .max(200);

export const editFileInput = z.discriminatedUnion("mode", [
  z.strictObject({
    mode: z.literal("write"),
    path,
    content,
    encoding: z.enum(["utf8", "base64"]).optional(),
    /** refuse, when the name is taken: what a person means by a new file */
    create: z.boolean().optional(),
  }),
  z.strictObject({ mode: z.literal("patch"), path, targets: patchTargets }),
  z.strictObject({ mode: z.literal("remove"), path }),
  z
    .strictObject({
      mode: z.literal("restore"),
      path,
      /** an earlier version of the path, from file_history */
      version: z.uuid().optional(),
      /** a thing in the trash of this session, to be put at the path */
      trash: z.uuid().optional(),
      /** when the name is taken by something else: keep both, or move that to the trash. Without it: an error. */
      conflict: z.enum(["keep_both", "replace"]).optional(),
    })
    .refine(
      (value) => (value.version === undefined) !== (value.trash === undefined),
      "restore names a version or a thing in the trash, and one of them only",
    ),
  z.strictObject({
    mode: z.literal("undo"),
    /** whose changes are taken back; of this session */
    executions: z.array(z.uuid()).min(1).max(200),
    /** every path that is to become what it was before the first of them */
    paths: z.array(path).min(1).max(undoPathsLimit),
    /** what was changed again since goes to the trash. Without it: it is left alone, and told. */
    conflict: z.literal("replace").optional(),
  }),
]);

export const fileHistoryInput = z.discriminatedUnion("mode", [
  z.strictObject({ mode: z.literal("list"), path }),
  z.strictObject({ mode: z.literal("read"), path, version: z.uuid() }),
]);

export type ReadFilesInput = z.infer<typeof readFilesInput>;
export type FindFilesInput = z.infer<typeof findFilesInput>;
export type EditFileInput = z.infer<typeof editFileInput>;
export type FileHistoryInput = z.infer<typeof fileHistoryInput>;
