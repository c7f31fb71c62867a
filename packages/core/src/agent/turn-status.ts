/** Statuses of a turn. thinking: a model step is due; calling: its tool calls are being requested; waiting: they run, or wait for a person. */
export const openTurnStatuses = ["thinking", "calling", "waiting"] as const;
export const endedTurnStatuses = ["finished", "stopped", "failed", "limited"] as const;
export type OpenTurnStatus = (typeof openTurnStatuses)[number];
export type EndedTurnStatus = (typeof endedTurnStatuses)[number];
export type TurnStatus = OpenTurnStatus | EndedTurnStatus;
