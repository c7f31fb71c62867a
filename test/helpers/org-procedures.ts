import type { Role } from "@gatehouse/core/role";
import type { Api } from "./web.ts";

type Entry = { call: (api: Api, ids: { org: string }) => Promise<unknown>; roles: readonly Role[] };

/** Every procedure of an org's own settings with who may call it. */
export const orgProcedures: Record<string, Entry> = {
  "org.settings": { roles: ["admin"], call: (api, { org }) => api.org.settings.query({ org }) },
  "org.changeSettings": {
    roles: ["admin"],
    call: (api, { org }) => api.org.changeSettings.mutate({ org, loginHours: 24 }),
  },
};
export const orgWithoutIds = Object.keys(orgProcedures);
