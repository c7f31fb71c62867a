import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { newHostIdentity } from "@gatehouse/services/host/join-token";
import { z } from "zod";

const schema = z.strictObject({
  id: z.uuid(),
  secret: z.string().min(32),
  secretKeys: z.string().optional(),
});

export type HostIdentity = z.infer<typeof schema>;

/**
 * Who this host is, kept in its data directory: with the directory goes the right to be this host. It is written before it
 * is used to join, so that a crash in between leaves a worker that can try the same again.
 */
export function hostIdentity(dataDirectory: string): HostIdentity {
  const file = path.join(dataDirectory, "host.json");
  if (!existsSync(file)) {
    const made = newHostIdentity();
    keepIdentity(dataDirectory, made);
    return made;
  }
  const read = schema.safeParse(json(readFileSync(file, "utf8")));
  if (read.success) return read.data;
  throw new Error(
    `${file} is damaged, and with it what this host is known by. Bring it back from a backup, or remove the host on the hosts page and join again with an empty data directory.`,
  );
}

export function keepIdentity(dataDirectory: string, identity: HostIdentity): void {
  const file = path.join(dataDirectory, "host.json");
  writeFileSync(`${file}.new`, `${JSON.stringify(identity)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
