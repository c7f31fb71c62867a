// Lets one host join this installation: prints a one-time join token, or admits the one that GATEHOUSE_JOIN_TOKEN names.
// For whoever holds DATABASE_URL; everybody else makes one on the hosts page.
import { createDb } from "../packages/services/src/db.ts";
import { databaseNow } from "../packages/services/src/database-clock.ts";
import { admitOwnHost } from "../packages/services/src/host/join-token.ts";
import { setting } from "./lib/setting.mjs";

const url = setting("DATABASE_URL");
if (!url) {
  console.error("DATABASE_URL is not set");
  process.exit(2);
}
const given = setting("GATEHOUSE_JOIN_TOKEN");
const db = createDb(url, 1);
try {
  const token = await admitOwnHost(db, { token: given, now: await databaseNow(db) });
  console.log(given ? "the host may join" : token);
} finally {
  await db.$disconnect();
}
