import type { Role } from "@gatehouse/core/role";
import type { z } from "zod";
import type { Ids } from "./fill-org.ts";
import { type Entry, inputsOf, leavesOf, notOfAnOrg, sender } from "./id-walk.ts";
import type { TestMember } from "./org.ts";
import { services } from "./web.ts";

type Definition = { _def: { type: "query" | "mutation" | "subscription"; inputs: z.ZodType[] } };
export type Procedures = Record<string, Definition>;
type Walk = {
  table: Record<string, Entry & { roles: readonly Role[] }>;
  procedures: Procedures;
  ids: Ids;
  others: Ids;
  people: ReadonlyMap<Role, TestMember>;
  roles: readonly Role[];
  /** kinds of ids that are tried; absent: all, which are then another org's */
  keys: readonly string[] | undefined;
};

/** Of a list that is filtered or goes on from somewhere an empty one is the answer. */
const filters = [
  "toolCall.list",
  "turn.list",
  "job.list",
  "audit.list",
  "notification.read",
  "approval.seen",
];
/** Who answers for others sees the call that waits for it, whatever else of its session is private, and jobs. */
const answering = [
  "toolCall.explainRecorded",
  "toolCall.result",
  "toolCall.get",
  "toolCall.waiting",
  "approval.answer",
  "approval.edit",
  "approval.get",
  "approval.whole",
  "approval.ladder",
  "approval.passkeyOptions",
  "job.list",
  "job.events",
];

export async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "OK",
    (error: { data?: { code?: string }; message?: string }) =>
      error.data?.code ?? `unknown: ${error.message}`,
  );
}

/** Tries each of the others' ids in every field of every input, by every role of these; what came of it that should not. */
export async function tryIds(walk: Walk): Promise<string[]> {
  const { table, ids, others, roles, keys } = walk;
  const wrong: string[] = [];
  for (const { name, input } of inputsOf(table, ids))
    for (const { field, key, replaced } of leavesOf(input, ids, others)) {
      if (notOfAnOrg[`${name} ${field}`] !== undefined || keys?.includes(key) === false) continue;
      const found = await Promise.all(
        roles.map((role) => tryOne(walk, { name, field, role, input: replaced })),
      );
      wrong.push(...found.flat());
    }
  return wrong;
}

type Attempt = { name: string; field: string; role: Role; input: unknown };

async function tryOne(walk: Walk, { name, field, role, input }: Attempt): Promise<string[]> {
  const person = walk.people.get(role);
  if (person === undefined) throw new Error(role);
  let said: unknown;
  const send = sender(name, walk.procedures[name]?._def.type ?? "query");
  const code = await codeOf(send(person.api, input).then((answer) => (said = answer)));
  const mayCall = walk.table[name]?.roles.includes(role) === true;
  const own = Object.values(walk.ids);
  const tells = Object.values(walk.others).some(
    (id) => id !== walk.others.host && !own.includes(id) && JSON.stringify(said ?? "").includes(id),
  );
  const ofOrg = field === "org";
  const isGood =
    (code === "NOT_FOUND" && (mayCall || ofOrg)) ||
    (code === "FORBIDDEN" && !mayCall && !ofOrg) ||
    (code === "OK" && filters.includes(name) && !ofOrg && !tells) ||
    // sharing is for the owner and admins, whoever it is shared with
    (code === "FORBIDDEN" && name === "session.share" && field.startsWith("shares") && role !== "admin") ||
    (walk.keys !== undefined && role === "approver" && answering.includes(name) && isTold(code));
  return isGood ? [] : [`${role}: ${name} ${field}: ${code}${tells ? " and tells of it" : ""}`];
}

const isTold = (code: string): boolean => ["OK", "CONFLICT", "NOT_FOUND"].includes(code);

/** Everything that the database holds of an org, as one text. */
export async function stateOf(orgId: string): Promise<string> {
  const tables = await services.pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'org_id' AND table_schema = 'public'",
  );
  const digests = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await services.pool.query<{ digest: string }>(
        `SELECT md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS digest FROM "${name}" t WHERE org_id = $1::uuid`,
        [orgId],
      );
      return `${name} ${rows[0]?.digest}`;
    }),
  );
  return digests.sort().join("\n");
}
