// The first service of docker-compose.yml: makes every secret once and gives each other service a volume with its own.
// What exists is kept. Usage: node container-secrets.mjs DIR, with one sub-directory a volume.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const base = process.argv[2];
if (!base) {
  console.error("usage: container-secrets.mjs DIR");
  process.exit(2);
}

/** Readable by every account of the containers that mount the volume, and by nobody else: no other mounts it. */
function keep(volume, name, make) {
  const file = path.join(base, volume, name);
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, make(), { mode: 0o444, flag: "wx" });
  }
  return readFileSync(file, "utf8");
}

const random = () => randomBytes(32).toString("base64url");

const owner = keep("postgres", "password", random);
const app = keep("secrets", "app_password", random);
const redis = keep("secrets", "redis_password", random);
keep("redis", "redis.conf", () =>
  [
    "bind 0.0.0.0",
    "protected-mode yes",
    `requirepass ${redis}`,
    "appendonly yes",
    'save ""',
    "maxmemory-policy noeviction",
    "dir /data",
    "",
  ].join("\n"),
);
keep("owner", "migrate_database_url", () => `postgresql://gatehouse:${owner}@postgres:5432/gatehouse`);
for (const volume of ["owner", "web", "worker"]) {
  keep(volume, "database_url", () => `postgresql://gatehouse_app:${app}@postgres:5432/gatehouse`);
}
for (const volume of ["web", "worker"]) keep(volume, "redis_url", () => `redis://:${redis}@redis:6379/0`);
keep("web", "auth_secret", random);
const keys = keep("secrets", "secret_keys", random);
for (const volume of ["web", "worker"]) keep(volume, "secret_keys", () => keys);
const join = keep("secrets", "join_token", random);
for (const volume of ["owner", "worker"]) keep(volume, "join_token", () => join);
console.log("secrets are in place");
