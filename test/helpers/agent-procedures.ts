import { randomUUID } from "node:crypto";
import type { Role } from "@gatehouse/core/role";
import type { Api } from "./web.ts";

type Ids = { org: string; session: string; member: string };
type Entry = { call: (api: Api, ids: Ids) => Promise<unknown>; roles: readonly Role[] };

const everyone: readonly Role[] = ["member", "approver", "admin", "auditor"];
const drivers: readonly Role[] = ["member", "approver", "admin"];
const admins: readonly Role[] = ["admin"];
const provider = {
  name: "Model",
  kind: "ollama" as const,
  baseUrl: "http://127.0.0.1:11434/api",
  models: [{ id: "m", inputPrice: 0, outputPrice: 0 }],
  defaultModel: null,
};

export const agentsWithoutIds = ["model.agents", "model.providers", "model.save"];

/** The procedures of turns, models and sharing with who may call them. */
export const agentProcedures: Record<string, Entry> = {
  "turn.say": {
    roles: drivers,
    call: (api, { org, session }) =>
      api.turn.say.mutate({ org, sessionId: session, requestKey: randomUUID(), text: "hello" }),
  },
  "turn.stop": { roles: drivers, call: (api, { org }) => api.turn.stop.mutate({ org, id: randomUUID() }) },
  "turn.list": {
    roles: everyone,
    call: (api, { org, session }) => api.turn.list.query({ org, sessionId: session }),
  },
  "model.agents": { roles: drivers, call: (api, { org }) => api.model.agents.query({ org }) },
  "model.providers": { roles: admins, call: (api, { org }) => api.model.providers.query({ org }) },
  "model.save": { roles: admins, call: (api, { org }) => api.model.save.mutate({ org, ...provider }) },
  "model.remove": {
    roles: admins,
    call: (api, { org }) => api.model.remove.mutate({ org, id: randomUUID() }),
  },
  "model.test": { roles: admins, call: (api, { org }) => api.model.test.mutate({ org, id: randomUUID() }) },
  "session.chooseAgent": {
    roles: drivers,
    call: (api, { org, session }) =>
      api.session.chooseAgent.mutate({ org, id: session, providerId: null, model: "demo" }),
  },
  "session.sharing": {
    roles: everyone,
    call: (api, { org, session }) => api.session.sharing.query({ org, id: session }),
  },
  "session.share": {
    roles: drivers,
    call: (api, { org, session }) =>
      api.session.share.mutate({ org, id: session, visibility: "org_drive", shares: [] }),
  },
};
