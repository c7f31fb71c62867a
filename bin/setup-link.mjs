// Prints the one-time link that makes the first org, or nothing when there is an org already. PUBLIC_URL is its start.
// A new link replaces an unused older one; only its hash is kept in the database.
import { createDb } from "../packages/services/src/db.ts";
import { databaseNow } from "../packages/services/src/database-clock.ts";
import { createSetupLink } from "../packages/services/src/setup/create-link.ts";
import { setting } from "./lib/setting.mjs";

const url = setting("DATABASE_URL");
if (!url) {
  console.error("DATABASE_URL is not set");
  process.exit(2);
}
const start = (setting("PUBLIC_URL") ?? "").replace(/\/+$/, "");
const db = createDb(url, 1);
try {
  const token = await createSetupLink(db, await databaseNow(db));
  if (token) console.log(`Set up Gatehouse: ${start}/setup?token=${encodeURIComponent(token)}`);
  else console.log(`Gatehouse is ready: ${start || "/"}`);
} finally {
  await db.$disconnect();
}
