import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { z } from "zod";

const schema = z.object({
  DATABASE_URL: z.string().min(1),
  REDIS_URL: z.string().min(1),
  /** keys that seal the orgs' secrets, the newest first; the same as the web's */
  SECRET_KEYS: z.string().min(1, "SECRET_KEYS needs a key: 32 bytes as base64url"),
  DATA_DIR: z.string().refine(path.isAbsolute, "DATA_DIR is an absolute path"),
  HOST_NAME: z.string().min(1).max(200).default(hostname()),
  CONCURRENCY: z.coerce.number().int().min(1).max(256).default(4),
  /** proxy: networked calls go out through the filtering proxy; off: this host offers no network */
  NETWORK: z.enum(["proxy", "off"]).default("proxy"),
  /** where a release keeps its copies of the parsers; absent in a checkout */
  SHELL_WASM_DIR: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
export type WorkerEnv = z.infer<typeof schema>;

/** Every setting of the worker, all problems told at once. A secret may stand in a file that NAME_FILE names. */
export function workerEnv(): WorkerEnv {
  const values: Record<string, string | undefined> = { ...process.env };
  for (const name of ["DATABASE_URL", "REDIS_URL", "SECRET_KEYS"]) {
    const file = process.env[`${name}_FILE`];
    if (file !== undefined && file !== "") values[name] = readFileSync(file, "utf8").trim();
  }
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The worker is not configured:\n${problems.join("\n")}`);
}
