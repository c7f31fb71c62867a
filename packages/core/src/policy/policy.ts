import { z } from "zod";
import { readWebUrl } from "../web/web-url.ts";
import { askRules } from "./ask-rules.ts";

/** The document an org publishes. Every field has a default, so `{}` is a policy; an unknown key is an error. */

const name = z
  .string()
  .regex(
    /^[A-Za-z0-9_.+@:-]{1,255}$|^\[$/,
    "a program is named without a path: letters, digits and _ . + @ : -",
  );
const place = z
  .string()
  .refine(
    (value) => value.startsWith("/") || value === "~" || value.startsWith("~/"),
    "a path is absolute or starts with ~/",
  )
  .refine((value) => !value.includes("\0"), "a path holds no NUL");
const deniedPlace = place.refine((value) => !/^\/[/.]*$/.test(value), "the root itself cannot be denied");
const written = (most: number) =>
  z
    .string()
    .min(1, "an entry cannot be empty")
    .max(most)
    .refine((value) => value.isWellFormed() && !value.includes("\0"), "this holds what cannot be stored");
const segment = written(255);
const line = written(1024);
/** An org's own entries of one list. */
const entries = <Item extends z.ZodType>(item: Item) => z.array(item).max(10_000);
const count = z.number().int().positive();

export const sensitivePathSchema = z.strictObject({
  dirs: entries(segment).default([]),
  files: entries(segment).default([]),
  prefixes: entries(segment).default([]),
  extensions: entries(segment).default([]),
  exempt: entries(segment).default([]),
});

/** A pattern of the org's own: the program, and words that must all stand among its arguments. */
const dangerousPatternSchema = z.strictObject({
  name: written(80),
  binary: name,
  arguments: z.array(line).max(50).default([]),
});

export const limitsSchema = z.strictObject({
  timeout_min: count.max(24 * 60).default(30),
  memory_mib: count.max(1_048_576).default(2048),
  processes: count.max(32_768).default(512),
  open_files: count.max(1_048_576).default(4096),
  cpu_percent: count.max(100_000).default(400),
  file_mib: count.max(1_048_576).default(2048),
  home_mib: count.max(10_485_760).default(10_240),
  /** of one session's trash */
  trash_mib: count.max(10_485_760).default(5120),
  output_mib: count.max(2048).default(64),
  /** background commands of one session that are not over */
  background_jobs: count.max(100).default(5),
  /** commands that run at once, of one member over all hosts and of one session */
  member_concurrency: count.max(1_000).default(16),
  session_concurrency: count.max(1_000).default(8),
  turn_iterations: count.max(1_000).default(30),
  turn_minutes: count.max(1_440).default(10),
  approval_hours: count.max(720).default(24),
  /** of all models together, in a day (UTC); cost in whole US dollars */
  member_day_tokens: count.max(1_000_000_000_000).default(5_000_000),
  org_day_tokens: count.max(1_000_000_000_000).default(50_000_000),
  member_day_dollars: count.max(1_000_000).default(50),
  org_day_dollars: count.max(1_000_000).default(500),
  /** minutes until everybody who may answer is told of a call that still waits */
  escalation_minutes: count.max(43_200).default(15),
  /** calls that one member may ask for in a minute, agents on their behalf included */
  member_calls_per_minute: count.max(100_000).default(1_200),
});

const retentionSchema = z.strictObject({
  audit_days: count.max(36_500).default(3650),
  output_days: count.max(36_500).default(365),
  trash_days: count.max(3_650).default(30),
  history_days: count.max(3_650).default(7),
});

export const policySchema = z.strictObject({
  denied_command: entries(name).default([]),
  denied_path: entries(deniedPlace).default([]),
  sensitive_path: sensitivePathSchema.prefault({}),
  readable_path: entries(place).default([]),
  writable_path: entries(place).default([]),
  read_only_command: entries(line).default([]),
  net_white_list: entries(line).default([]),
  exclude_list: entries(line).default([]),
  dangerous_pattern: entries(dangerousPatternSchema).default([]),
  limits: limitsSchema.prefault({}),
  step_up_role: z.array(z.enum(["member", "approver", "admin"])).default(["approver", "admin"]),
  second_person: z.boolean().default(false),
  /** what these rules ask is answered by another person than the asker */
  second_person_rule: z.array(z.enum(askRules)).default([]),
  /** a publish becomes a proposal that another admin accepts */
  second_admin: z.boolean().default(false),
  elevation: z.boolean().default(false),
  /** every program that a command executes inside is written down */
  record_programs: z.boolean().default(true),
  /** no memfd inside a sandbox: code comes from files alone */
  strict_execution: z.boolean().default(false),
  /** hosts a networked command may reach; empty: every public one */
  network_host: entries(line).default([]),
  /** where search_web asks: a SearXNG-compatible address that answers in JSON; empty: search is off */
  search_url: z
    .string()
    .max(2000)
    .refine(
      (value) => value === "" || readWebUrl(value).ok,
      "an address starts with http:// or https:// and holds no password",
    )
    .default(""),
  mode_cap: z.enum(["safe", "auto"]).default("auto"),
  retention: retentionSchema.prefault({}),
});

export type PolicyDocument = z.infer<typeof policySchema>;
export type PolicyInput = z.input<typeof policySchema>;
export type SensitivePath = PolicyDocument["sensitive_path"];

/** Keys of an older product that mean nothing here and are dropped from an import without a word. */
export const retiredKeys: readonly string[] = ["white_list", "path_white_list", "sensitive_map"];

export type PolicyProblem = { path: string; message: string };
export type PolicyResult = { ok: true; document: PolicyDocument } | { ok: false; problems: PolicyProblem[] };

/** Reads a document; every problem is told at once, each with the path of its field. */
export function readPolicy(value: unknown): PolicyResult {
  const parsed = policySchema.safeParse(value);
  if (parsed.success) return { ok: true, document: parsed.data };
  const problems = parsed.error.issues.map((issue) => ({
    path: issue.path.join("."),
    message:
      issue.code === "unrecognized_keys"
        ? `unknown key ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}: a policy has only the documented fields`
        : issue.message,
  }));
  return { ok: false, problems };
}

/** As `readPolicy`, for a configuration of another product: retired keys are ignored, any other unknown key is an error. */
export function importPolicy(value: unknown): PolicyResult {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return readPolicy(value);
  return readPolicy(Object.fromEntries(Object.entries(value).filter(([key]) => !retiredKeys.includes(key))));
}
