import { z } from "zod";

/** What a backup says of itself: enough to refuse it before a row is read, and to prove each table after. */
export const backupFormat = "gatehouse-backup-1";
export const manifestName = "manifest.json";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const table = z.object({
  name: z.string(),
  file: z.string().regex(/^tables\/[a-z0-9_]+\.copy\.gz$/),
  columns: z.array(z.string()).min(1),
  rows: z.number().int().nonnegative(),
  /** of the text that COPY gave, before compression */
  bytes: z.number().int().nonnegative(),
  digest: sha256,
});
export type BackupTable = z.infer<typeof table>;

export const backupManifest = z.object({
  format: z.literal(backupFormat),
  version: z.string(),
  takenAt: z.iso.datetime(),
  /** applied to the database it was taken from, in their order */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), used: z.boolean() })),
  /** where each org's audit chain ended */
  chains: z.array(z.object({ orgId: z.string(), seq: z.string(), head: sha256 })),
  hostFiles: z.object({ file: z.string(), digest: sha256 }).nullable(),
  /** names of the secrets in it */
  secrets: z.array(z.string()),
});
export type BackupManifest = z.infer<typeof backupManifest>;
