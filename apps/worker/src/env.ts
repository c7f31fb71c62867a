import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { isHostLabel, mostLabels } from "@gatehouse/core/host-state";
import { z } from "zod";

const settings = z.object({
  DATABASE_URL: z.string().min(1),
  REDIS_URL: z.string().min(1),
  /** keys that seal the orgs' secrets, the newest first; the same as the web's. A host that joined was told them. */
  SECRET_KEYS: z.string().min(1, "SECRET_KEYS needs a key: 32 bytes as base64url").optional(),
  DATA_DIR: z.string().refine(path.isAbsolute, "DATA_DIR is an absolute path"),
  HOST_NAME: z.string().min(1).max(200).default(hostname()),
  /** words that a session may ask for, separated by commas */
  HOST_LABELS: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((label) => label.trim())
        .filter((label) => label !== ""),
    )
    .refine(
      (labels) => labels.length <= mostLabels && labels.every(isHostLabel),
      "HOST_LABELS are up to 20 words of small letters, digits and . _ = / -, separated by commas",
    ),
  /** needed once, when this host joins */
  GATEHOUSE_JOIN_TOKEN: z.string().min(1).optional(),
  CONCURRENCY: z.coerce.number().int().min(1).max(256).default(4),
  /** proxy: networked calls go out through the filtering proxy; off: this host offers no network */
  NETWORK: z.enum(["proxy", "off"]).default("proxy"),
  /** where a release keeps its copies of the parsers; absent in a checkout */
  SHELL_WASM_DIR: z.string().min(1).optional(),
  /** where /healthz, /readyz, /version and /metrics answer; absent: nowhere */
  HEALTH_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  HEALTH_HOST: z.string().min(1).default("127.0.0.1"),
  METRICS_TOKEN: z.string().min(16, "METRICS_TOKEN needs 16 characters or more").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** the mail server (smtp:// or smtps://, with name and password where it wants them); absent: this worker sends no e-mail */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "SMTP_URL starts with smtp:// or smtps://" }).optional(),
  /** whom e-mail comes from: an address, or Name <address> */
  SMTP_FROM: z
    .string()
    .regex(/^([^<>\r\n]{0,100}<)?[^\s<>@]+@[^\s<>@]+>?$/, "SMTP_FROM is an address, or Name <address>")
    .optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

const schema = settings.refine((env) => (env.SMTP_URL === undefined) === (env.SMTP_FROM === undefined), {
  path: ["SMTP_FROM"],
  message: "SMTP_URL and SMTP_FROM are set together",
});
export type WorkerEnv = z.infer<typeof schema>;

/** Every setting of the worker, all problems told at once. A secret may stand in a file that NAME_FILE names. */
export function workerEnv(): WorkerEnv {
  const values: Record<string, string | undefined> = { ...process.env };
  // An empty setting is one that was not given.
  for (const [name, value] of Object.entries(values)) if (value === "") delete values[name];
  for (const name of [
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEYS",
    "GATEHOUSE_JOIN_TOKEN",
    "METRICS_TOKEN",
    "SMTP_URL",
    "SMTP_FROM",
  ]) {
    const file = process.env[`${name}_FILE`];
    if (file !== undefined && file !== "") values[name] = readFileSync(file, "utf8").trim();
  }
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The worker is not configured:\n${problems.join("\n")}`);
}
