import { readFileSync } from "node:fs";
import { z } from "zod";

/** A secret may stand in a file: NAME_FILE names it and NAME is then not needed. */
function withFiles(source: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string | undefined> {
  const values: Record<string, string | undefined> = { ...source };
  for (const name of names) {
    const file = source[`${name}_FILE`];
    if (file !== undefined && file !== "") values[name] = readFileSync(file, "utf8").trim();
  }
  return values;
}

const schema = z.object({
  DATABASE_URL: z.string().min(1),
  REDIS_URL: z.string().min(1),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, "")),
  /** true behind a reverse proxy: the last entry of X-Forwarded-For, which it adds, is then who asks */
  TRUST_PROXY: z.preprocess((value) => (value === "" ? undefined : value), z.stringbool().default(false)),
  AUTH_SECRET: z.string().min(32, "AUTH_SECRET needs 32 characters or more"),
  /** keys that seal the orgs' secrets, the newest first */
  SECRET_KEYS: z.string().min(1, "SECRET_KEYS needs a key: 32 bytes as base64url"),
  /** where a release keeps its copies of the parsers; absent in a checkout */
  SHELL_WASM_DIR: z.string().min(1).optional(),
  /** bearer token of /metrics; without it there are none */
  METRICS_TOKEN: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.string().min(16, "METRICS_TOKEN needs 16 characters or more").optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.url({ protocol: /^https?$/ }).optional(),
  ),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
export type WebEnv = z.infer<typeof schema>;

let read: WebEnv | undefined;

/** Every setting of the web tier, all problems told at once. Read when the server starts, not when it is built. */
export function webEnv(): WebEnv {
  if (read !== undefined) return read;
  const result = schema.safeParse(
    withFiles(process.env, ["DATABASE_URL", "REDIS_URL", "AUTH_SECRET", "SECRET_KEYS", "METRICS_TOKEN"]),
  );
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The web server is not configured:\n${problems.join("\n")}`);
  }
  read = result.data;
  return read;
}

/** Known without the other settings, so that a module that logs can be loaded while the app is built. */
export function logLevel(): WebEnv["LOG_LEVEL"] {
  return schema.shape.LOG_LEVEL.safeParse(process.env.LOG_LEVEL).data ?? "info";
}

export function isProduction(): boolean {
  return process.env.NODE_ENV === "production";
}
