"use client";

import { isApiError, useTRPCClient } from "../../trpc/client.ts";

const keyOf = (org: string): string => `gatehouse.trials.${org}`;

/** The session that a person's trials run in: made when it is first needed, and kept in this browser. */
export function useTrialSession(org: string): () => Promise<string> {
  const client = useTRPCClient();
  const make = async (): Promise<string> => {
    const title = "Trials of script tools";
    try {
      return (await client.session.create.mutate({ org, title, mode: "auto" })).id;
    } catch (error) {
      if (!isApiError(error) || error.data?.appCode !== "conflict") throw error;
      return (await client.session.create.mutate({ org, title, mode: "safe" })).id;
    }
  };
  return async () => {
    const kept = read(keyOf(org));
    if (kept !== null) {
      const known = await client.session.get.query({ org, id: kept }).catch(() => null);
      if (known !== null && known.archivedAt === null && known.canDrive) return kept;
    }
    const id = await make();
    write(keyOf(org), id);
    return id;
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (_forbidden) {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (_forbidden) {
    // A browser that keeps nothing makes a session for each trial.
  }
}
