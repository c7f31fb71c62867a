"use client";

import { type ComponentType, createContext } from "react";

export type StepsOfCallProps = { callId: string; sessionId: string; canDrive: boolean; open: boolean };

/** How a page shows what a subagent does, inside its card; null where a page shows cards alone. */
export const StepsOfCall = createContext<ComponentType<StepsOfCallProps> | null>(null);
