import type { KeptAnswer } from "../tool-call/read-answers.ts";

/** What a person answered; null: they let the agent go on without an answer. */
export type QuestionResult = { tool: "ask_user"; answers: KeptAnswer[] | null };
