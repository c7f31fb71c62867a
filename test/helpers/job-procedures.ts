import { randomUUID } from "node:crypto";
import type { Role } from "@gatehouse/core/role";
import type { Api } from "./web.ts";

type Ids = { org: string; session: string; execution: string; job: string };
type Entry = { call: (api: Api, ids: Ids) => Promise<unknown>; roles: readonly Role[] };
type Watched = { onData: () => void; onError: (error: unknown) => void };

const everyone: readonly Role[] = ["member", "approver", "admin", "auditor"];
const drivers: readonly Role[] = ["member", "approver", "admin"];
const input = { argv: ["echo", "x"] };

/** A stream counts as open when it said something or stood for a moment. */
export function opened(subscribe: (options: Watched) => { unsubscribe: () => void }): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const subscription = subscribe({ onData: () => resolve("data"), onError: reject });
    setTimeout(() => {
      subscription.unsubscribe();
      resolve("open");
    }, 1_000);
  });
}

/** Procedures of background commands and of rows of an output, with who may call each. */
export const jobProcedures: Record<string, Entry> = {
  "job.start": {
    roles: drivers,
    call: (api, { org, session }) =>
      api.job.start.mutate({ org, sessionId: session, requestKey: randomUUID(), input }),
  },
  "job.list": { roles: everyone, call: (api, { org }) => api.job.list.query({ org }) },
  "job.events": {
    roles: everyone,
    call: (api, { org, job }) => api.job.events.query({ org, toolCallId: job, cursor: 0 }),
  },
  "job.addKeyword": {
    roles: drivers,
    call: (api, { org, job }) => api.job.addKeyword.mutate({ org, toolCallId: job, keyword: "x" }),
  },
  "job.removeKeyword": {
    roles: drivers,
    call: (api, { org, job }) => api.job.removeKeyword.mutate({ org, toolCallId: job, keyword: "x" }),
  },
  "output.summary": {
    roles: everyone,
    call: (api, { org, execution }) => api.output.summary.query({ org, executionId: execution }),
  },
  "output.rows": {
    roles: everyone,
    call: (api, { org, execution }) =>
      api.output.rows.query({ org, executionId: execution, from: 0, limit: 1 }),
  },
  "output.find": {
    roles: everyone,
    call: (api, { org, execution }) =>
      api.output.find.query({
        org,
        executionId: execution,
        text: "x",
        kind: "literal",
        cursor: { row: 0, open: [] },
      }),
  },
  "output.follow": {
    roles: everyone,
    call: (api, { org, execution }) =>
      opened((options) => api.output.follow.subscribe({ org, executionId: execution }, options)),
  },
};
