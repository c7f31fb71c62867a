export type FileProblemCode =
  | "denied"
  | "absent"
  | "taken"
  | "too_large"
  | "wrong_kind"
  | "changed_meanwhile"
  | "not_permitted"
  | "not_kept"
  | "full"
  | "invalid";

/** Why one file could not be read or changed: the sentence is for the model and the person. */
export class FileProblem extends Error {
  readonly code: FileProblemCode;

  constructor(code: FileProblemCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "FileProblem";
    this.code = code;
  }
}

const sentences: Readonly<Record<string, readonly [FileProblemCode, string]>> = {
  ENOENT: ["absent", "No such file or directory"],
  ENOTDIR: ["wrong_kind", "Not a directory"],
  EISDIR: ["wrong_kind", "Is a directory"],
  EACCES: ["not_permitted", "Permission denied"],
  EPERM: ["not_permitted", "Operation not permitted"],
  EROFS: ["not_permitted", "Read-only file system"],
  ELOOP: ["changed_meanwhile", "it became a link meanwhile"],
  EEXIST: ["taken", "the name is taken"],
  ENOTEMPTY: ["taken", "Directory not empty"],
  ENAMETOOLONG: ["invalid", "File name too long"],
  ENOSPC: ["full", "No space left on the device"],
  EDQUOT: ["full", "Disk quota exceeded"],
  EBUSY: ["not_permitted", "Device or resource busy"],
  ENXIO: ["wrong_kind", "it is neither a file nor a directory"],
  ETXTBSY: ["not_permitted", "it is being executed"],
};

/** What the system said as a problem; anything unknown is thrown on. */
export function problemOf(cause: unknown): FileProblem {
  if (cause instanceof FileProblem) return cause;
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? "";
  const known = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  if (known === undefined) throw cause;
  return new FileProblem(known[0], known[1], { cause });
}
