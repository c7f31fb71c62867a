import { spawn } from "node:child_process";
import { Worker } from "bullmq";
import { Redis } from "ioredis";
import pg from "pg";

/** The least a product of this kind can do for a call: one queue hop, one naive sandbox from Node, one commit, in turn. */
const [redisUrl = "", databaseUrl = ""] = process.argv.slice(2);
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
await client.query(
  "CREATE TABLE IF NOT EXISTS bench_floor (id text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())",
);

const worker = new Worker(
  "floor",
  async (job) => {
    await new Promise<void>((resolve, reject) => {
      const child = spawn(
        "bwrap",
        [
          "--ro-bind",
          "/",
          "/",
          "--dev",
          "/dev",
          "--proc",
          "/proc",
          "--unshare-all",
          "--die-with-parent",
          "true",
        ],
        {
          stdio: ["ignore", "pipe", "pipe"],
        },
      );
      child.once("error", reject);
      child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`bwrap ended with ${code}`))));
    });
    await client.query("INSERT INTO bench_floor (id) VALUES ($1)", [job.id]);
    process.send?.(job.id);
  },
  { connection: new Redis(redisUrl, { maxRetriesPerRequest: null }) },
);
await worker.waitUntilReady();
process.send?.("ready");
