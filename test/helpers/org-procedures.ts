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
  "org.identityProvider": {
    roles: ["admin"],
    call: (api, { org }) => api.org.identityProvider.query({ org }),
  },
  "org.saveIdentityProvider": {
    roles: ["admin"],
    call: (api, { org }) =>
      api.org.saveIdentityProvider.mutate({
        org,
        name: "x",
        issuer: "http://127.0.0.1:1",
        clientId: "x",
        secret: "x",
        domains: [],
        newcomerRole: null,
        secondFactorTrusted: false,
      }),
  },
  "org.removeIdentityProvider": {
    roles: ["admin"],
    call: (api, { org }) => api.org.removeIdentityProvider.mutate({ org }),
  },
};
export const orgWithoutIds = Object.keys(orgProcedures);
