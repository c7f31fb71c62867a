import type { FileRule } from "./file-rule.ts";
import { fileMode } from "./rules/file-mode.ts";
import { filePaths } from "./rules/file-paths.ts";
import { fileShape } from "./rules/file-shape.ts";

/** Every rule of the file tools runs on every one of their calls. */
export const fileRules: readonly FileRule[] = [fileShape, filePaths, fileMode];
