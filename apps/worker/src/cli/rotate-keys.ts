import { createDb } from "@gatehouse/services/db";
import { readSecretKeys } from "@gatehouse/services/secret/keys";
import { rotateSecrets } from "@gatehouse/services/secret/rotate";

/** 0: done; 1: a secret does not open; 2: it could not be asked. Prints no key that it can keep itself. */
export type RotateCommand = {
  verb: string | undefined;
  /** SECRET_KEYS as web and worker have them */
  keys: string | null;
  newKey: string;
  /** writes the keys where `npm start` finds them; null where somebody else keeps them */
  keep: ((keys: string) => void) | null;
  databaseUrl: string | null;
};

const usage = "usage: npm run --silent rotate-keys -- new | seal\n";

export async function main(command: RotateCommand): Promise<number> {
  if (command.verb === "new") return makeKey(command);
  if (command.verb === "seal") return seal(command);
  process.stderr.write(usage);
  return 2;
}

function makeKey({ keys, newKey, keep }: RotateCommand): number {
  const next = keys === null ? newKey : `${newKey},${keys}`;
  readSecretKeys(next);
  if (keep === null)
    process.stdout.write(`Put this key in front of SECRET_KEYS, for web and every worker: ${newKey}\n`);
  else keep(next);
  process.stdout.write("Start web and workers again, then: npm run --silent rotate-keys -- seal\n");
  return 0;
}

async function seal({ keys, databaseUrl }: RotateCommand): Promise<number> {
  if (keys === null || databaseUrl === null) {
    process.stderr.write(
      "rotate-keys: nothing is known here; start the product or set SECRET_KEYS and DATABASE_URL\n",
    );
    return 2;
  }
  const db = createDb(databaseUrl, 2);
  try {
    const { sealedAnew, already, failed } = await rotateSecrets(db, readSecretKeys(keys));
    process.stdout.write(`${sealedAnew} sealed anew, ${already} had the newest key already\n`);
    for (const { orgId, name, why } of failed) process.stderr.write(`FAIL ${orgId} ${name}: ${why}\n`);
    if (failed.length > 0) return 1;
    process.stdout.write("Older keys may be taken out of SECRET_KEYS now.\n");
    return 0;
  } finally {
    await db.$disconnect();
  }
}
