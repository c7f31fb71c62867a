import { randomUUID } from "node:crypto";
import type { Role } from "@gatehouse/core/role";
import { opened } from "./job-procedures.ts";
import type { Api } from "./web.ts";

type Entry = { call: (api: Api, ids: { org: string }) => Promise<unknown>; roles: readonly Role[] };

const everyone: readonly Role[] = ["member", "approver", "admin", "auditor"];
const admins: readonly Role[] = ["admin"];

/** Of the caller's own or of the whole org: another org is not found, and no id of it can be named. */
export const notificationsWithoutIds = [
  "notification.list",
  "notification.read",
  "notification.watch",
  "notification.preferences",
  "notification.choose",
  "notification.pushKey",
  "notification.addDevice",
  "notification.test",
  "notification.overview",
  "notification.save",
  "notification.renewSecret",
];

/** What members are told, on the pages and outside of them, with who may call each. */
export const notificationProcedures: Record<string, Entry> = {
  "notification.list": { roles: everyone, call: (api, { org }) => api.notification.list.query({ org }) },
  "notification.read": {
    roles: everyone,
    call: (api, { org }) => api.notification.read.mutate({ org, ids: "all" }),
  },
  "notification.watch": {
    roles: everyone,
    call: (api, { org }) => opened((options) => api.notification.watch.subscribe({ org }, options)),
  },
  "notification.preferences": {
    roles: everyone,
    call: (api, { org }) => api.notification.preferences.query({ org }),
  },
  "notification.choose": {
    roles: everyone,
    call: (api, { org }) =>
      api.notification.choose.mutate({ org, kind: "job", channel: "push", wanted: true }),
  },
  "notification.pushKey": {
    roles: everyone,
    call: (api, { org }) => api.notification.pushKey.mutate({ org }),
  },
  "notification.addDevice": {
    roles: everyone,
    call: (api, { org }) =>
      api.notification.addDevice.mutate({
        org,
        name: "x",
        endpoint: "https://push.example.com/x",
        p256dh: "x",
        auth: "x",
      }),
  },
  "notification.removeDevice": {
    roles: everyone,
    call: (api, { org }) => api.notification.removeDevice.mutate({ org, id: randomUUID() }),
  },
  "notification.test": {
    roles: everyone,
    call: (api, { org }) => api.notification.test.mutate({ org, channel: "email" }),
  },
  "notification.overview": {
    roles: admins,
    call: (api, { org }) => api.notification.overview.query({ org }),
  },
  "notification.save": {
    roles: admins,
    call: (api, { org }) =>
      api.notification.save.mutate({
        org,
        webhookUrl: null,
        webhookKinds: [],
        says: "program",
        linkMinutes: 60,
      }),
  },
  "notification.renewSecret": {
    roles: admins,
    call: (api, { org }) => api.notification.renewSecret.mutate({ org }),
  },
};
