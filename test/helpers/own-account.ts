import { randomUUID } from "node:crypto";
import type { Api } from "./web.ts";

const none = randomUUID();

/** One's own account: no input names an org, a member or a user; ids of another person's things are not found. */
export const ownAccount: Record<string, (api: Api) => Promise<unknown>> = {
  "me.openApprovalLink": (api) => api.me.openApprovalLink.mutate({ token: "x" }),
  "me.security": (api) => api.me.security.query(),
  "me.rename": (api) => api.me.rename.mutate({ name: "x" }),
  "me.changePassword": (api) => api.me.changePassword.mutate({ current: "x", next: "a new password" }),
  "me.endLogin": (api) => api.me.endLogin.mutate({ id: none }),
  "me.endOtherLogins": (api) => api.me.endOtherLogins.mutate(),
  "me.beginTotp": (api) => api.me.beginTotp.mutate({}),
  "me.confirmTotp": (api) => api.me.confirmTotp.mutate({ code: "123456" }),
  "me.removeTotp": (api) => api.me.removeTotp.mutate({}),
  "me.passkeyOptions": (api) => api.me.passkeyOptions.mutate({}),
  "me.addPasskey": (api) => api.me.addPasskey.mutate({ challengeId: none, name: "x", response: noPasskey }),
  "me.renamePasskey": (api) => api.me.renamePasskey.mutate({ id: none, name: "x" }),
  "me.removePasskey": (api) => api.me.removePasskey.mutate({ id: none }),
};
const noPasskey = {
  id: "x",
  rawId: "x",
  type: "public-key" as const,
  clientExtensionResults: {},
  response: { clientDataJSON: "x", attestationObject: "x" },
};
