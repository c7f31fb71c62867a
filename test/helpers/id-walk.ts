import { z } from "zod";
import type { Ids } from "./fill-org.ts";
import type { Api } from "./web.ts";

/**
 * Every id field of every input, each tried in turn with an id that is not one's own. Inputs are those of the table of
 * procedures, taken down without sending them, and those here, for the fields that a call may leave out.
 */
export type Sent = { name: string; input: Record<string, unknown> };
export type Entry = { call: (api: Api, ids: Ids) => Promise<unknown> };
type Way = (api: Api, input: unknown) => Promise<unknown>;

const more: Record<string, (ids: Ids) => Record<string, unknown>[]> = {
  "session.chooseAgent": ({ session, provider }) => [{ id: session, providerId: provider, model: "m" }],
  "session.share": ({ session, member }) => [
    { id: session, visibility: "private", shares: [{ memberId: member, access: "read" }] },
  ],
  "toolCall.list": ({ session, toolCall }) => [{ sessionId: session, cursor: toolCall }],
  "job.list": ({ session, member, job }) => [{ sessionId: session }, { memberId: member }, { cursor: job }],
  "notification.read": ({ notification }) => [{ ids: [notification] }],
  "trash.empty": ({ session, trash }) => [{ sessionId: session, itemIds: [trash] }],
  "token.create": ({ session }) => [{ name: "t", scopes: ["session.read"], days: 1, sessionId: session }],
  "turn.list": ({ session, turn, toolCall }) => [
    { sessionId: session, cursor: turn },
    { sessionId: session, callId: toolCall },
  ],
  "notification.removeDevice": ({ device }) => [{ id: device }],
  "turn.stop": ({ turn }) => [{ id: turn }],
  "audit.list": ({ member, toolCall }) => [{ memberId: member }, { cursor: toolCall }],
  "model.save": ({ provider }) => [
    {
      id: provider,
      name: "Model",
      kind: "ollama",
      baseUrl: "http://127.0.0.1:11434/api",
      models: [{ id: "m", inputPrice: 0, outputPrice: 0 }],
      defaultModel: null,
    },
  ],
  "model.remove": ({ provider }) => [{ id: provider }],
  "model.test": ({ provider }) => [{ id: provider }],
};

/** Fields that name nothing of an org, or what only a host looks up, within the session of the call. */
export const notOfAnOrg: Record<string, string> = {
  "approval.answer passkey.challengeId": "a challenge of one's own account",
  "member.resetSecondFactor passkey.challengeId": "a challenge of one's own account",
  "turn.watch callId": "looked up among the turns of the session",
  "policy.tryCall hostId": "hosts belong to the installation",
  "host.setIntent id": "hosts belong to the installation",
  "host.setLabels id": "hosts belong to the installation",
  "host.losses id": "hosts belong to the installation",
  "host.remove id": "hosts belong to the installation",
  "host.revokeJoinToken id": "hosts belong to the installation",
  ...Object.fromEntries(
    ["toolCall.use", "file.request"].flatMap((name) =>
      ["version", "trash", "executions[]"].map((field) => [
        `${name} call.input.${field}`,
        "looked up by the host among what belongs to the session",
      ]),
    ),
  ),
};

/** The input that an entry of the table would send. */
function taken(name: string, entry: Entry, ids: Ids): Sent {
  let seen: unknown;
  const recorder: unknown = new Proxy(() => undefined, {
    get: (_target, key) => (key === "then" ? undefined : recorder),
    apply: (_target, _self, [input, options]: [unknown, { onData?: () => void } | undefined]) => {
      seen = input;
      setImmediate(() => options?.onData?.());
      return Object.assign(Promise.resolve(), { unsubscribe: () => undefined });
    },
  });
  void entry.call(recorder as Api, ids);
  return { name, input: seen as Sent["input"] };
}

export function inputsOf(table: Record<string, Entry>, ids: Ids): Sent[] {
  return Object.entries(table).flatMap(([name, entry]) => [
    taken(name, entry, ids),
    ...(more[name]?.(ids) ?? []).map((input) => ({ name, input: { org: ids.org, ...input } })),
  ]);
}

type Leaf = { field: string; key: keyof Ids; replaced: Sent["input"] };

/** The input once for each id in it, with that id alone put in another's place. */
export function leavesOf(input: Sent["input"], ids: Ids, others: Ids): Leaf[] {
  const found: Leaf[] = [];
  const keys = new Map(Object.entries(ids).map(([key, value]) => [value, key as keyof Ids]));
  const visit = (value: unknown, field: string, put: (other: unknown) => unknown): void => {
    if (typeof value === "string") {
      const key = keys.get(value);
      if (key !== undefined) found.push({ field, key, replaced: put(others[key]) as Sent["input"] });
    } else if (Array.isArray(value))
      for (const [at, item] of value.entries())
        visit(item, `${field}[]`, (other) => put(value.map((one, place) => (place === at ? other : one))));
    else if (value !== null && typeof value === "object")
      for (const [name, item] of Object.entries(value))
        visit(item, field === "" ? name : `${field}.${name}`, (other) => put({ ...value, [name]: other }));
  };
  visit(input, "", (other) => other);
  return found;
}

/** Where a procedure's input holds ids, out of its schema. */
export function idFields(inputs: readonly z.ZodType[]): string[] {
  const found = new Set<string>();
  type Node = {
    format?: string;
    properties?: Record<string, Node>;
    items?: Node;
    anyOf?: Node[];
    oneOf?: Node[];
    allOf?: Node[];
  };
  const visit = (node: Node, field: string): void => {
    if (node.format === "uuid") found.add(field);
    for (const [name, inner] of Object.entries(node.properties ?? {}))
      visit(inner, field === "" ? name : `${field}.${name}`);
    if (node.items !== undefined) visit(node.items, `${field}[]`);
    for (const inner of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])])
      visit(inner, field);
  };
  for (const input of inputs)
    visit(z.toJSONSchema(input, { unrepresentable: "any", io: "input" }) as Node, "");
  return [...found];
}

/** Sends an input as it is; a stream answers with what came first, or as open when nothing did for a while. */
export function sender(name: string, type: "query" | "mutation" | "subscription"): Way {
  const [router = "", procedure = ""] = name.split(".");
  return (api, input) => {
    type Options = { onData: (data: unknown) => void; onError: (error: unknown) => void };
    const way = (
      api as unknown as Record<
        string,
        Record<
          string,
          {
            query: (input: unknown) => Promise<unknown>;
            mutate: (input: unknown) => Promise<unknown>;
            subscribe: (input: unknown, options: Options) => { unsubscribe: () => void };
          }
        >
      >
    )[router]?.[procedure];
    if (way === undefined) throw new Error(`no procedure ${name}`);
    if (type === "query") return way.query(input);
    if (type === "mutation") return way.mutate(input);
    return new Promise((resolve, reject) => {
      const subscription = way.subscribe(input, { onData: resolve, onError: reject });
      setTimeout(() => {
        subscription.unsubscribe();
        resolve("open");
      }, 1_000);
    });
  };
}
