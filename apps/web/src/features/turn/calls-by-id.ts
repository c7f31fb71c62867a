"use client";

import { createContext } from "react";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";

/** The calls of the session that the page holds anyway, by id; kept current by their own stream. */
export const CallsById = createContext<ReadonlyMap<string, ToolCallView>>(new Map());
