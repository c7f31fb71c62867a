import type { Question } from "./question-input.ts";

/** What a person gave for one question. */
export type GivenAnswer = { chosen?: readonly string[] | undefined; text?: string | undefined };
/** What is kept and told of it: of a secret its name alone. */
export type KeptAnswer = { question: string } & (
  | { kind: "choice"; chosen: string[]; text: string | null }
  | { kind: "text"; text: string }
  | { kind: "secret"; name: string }
);
export type SecretAnswer = { name: string; value: string };
export type ReadAnswers =
  | { ok: true; kept: KeptAnswer[]; secrets: SecretAnswer[] }
  | { ok: false; at: number; problem: string };

const longestText = 8_000;
/** Shorter ones stand in too much other text to be masked. */
const shortestSecret = 4;

/** Answers to exactly these questions, each of its kind; the first that is not is told. */
export function readAnswers(questions: readonly Question[], given: readonly GivenAnswer[]): ReadAnswers {
  const kept: KeptAnswer[] = [];
  const secrets: SecretAnswer[] = [];
  for (const [at, question] of questions.entries()) {
    const answer = given[at] ?? {};
    const problem = problemOf(question, answer);
    if (problem !== null) return { ok: false, at, problem };
    const text = answer.text ?? "";
    if (question.name !== undefined) {
      secrets.push({ name: question.name, value: text });
      kept.push({ question: question.question, kind: "secret", name: question.name });
    } else if (question.options === undefined) {
      kept.push({ question: question.question, kind: "text", text });
    } else {
      const chosen = [...new Set(answer.chosen ?? [])];
      kept.push({ question: question.question, kind: "choice", chosen, text: text === "" ? null : text });
    }
  }
  if (given.length > questions.length)
    return { ok: false, at: questions.length, problem: "there is no such question" };
  return { ok: true, kept, secrets };
}

function problemOf(question: Question, { chosen = [], text = "" }: GivenAnswer): string | null {
  if (text.length > longestText) return `an answer has ${longestText} characters at most`;
  if (!text.isWellFormed() || text.includes("\0")) return "an answer holds a character that cannot be kept";
  if (question.secret === true)
    return text.length < shortestSecret ? `a secret has ${shortestSecret} characters or more` : null;
  if (question.options === undefined) return text.trim() === "" ? "this needs an answer" : null;
  if (chosen.some((one) => question.options?.includes(one) !== true)) return "this is none of the options";
  if (chosen.length > 1 && question.multi_select !== true) return "choose one";
  return chosen.length === 0 && text.trim() === "" ? "choose one, or write an answer" : null;
}
