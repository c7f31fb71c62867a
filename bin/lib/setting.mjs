import { readFileSync } from "node:fs";

/** A setting of the environment, or what the file holds that NAME_FILE names; an empty one counts as not given. */
export function setting(name) {
  const file = process.env[`${name}_FILE`];
  return (file ? readFileSync(file, "utf8").trim() : process.env[name]) || undefined;
}
