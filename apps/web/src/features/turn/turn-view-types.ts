import type { Outputs } from "../../trpc/client.ts";

export type TurnPage = Outputs["turn"]["list"];
export type Turn = TurnPage["items"][number];
export type TurnStep = Turn["modelSteps"][number];
export type TurnMessage = Turn["messages"][number];
export type TurnHead = Omit<Turn, "modelSteps">;
