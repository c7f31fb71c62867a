"use client";

import { createContext, useContext } from "react";

export type ShowBeside = { current: string | null; show: (id: string) => void };

const Context = createContext<ShowBeside | null>(null);

export const ShowBesideProvider = Context.Provider;

/** Null where a card does not stand in a session that can show something beside it. */
export function useShowBeside(): ShowBeside | null {
  return useContext(Context);
}
