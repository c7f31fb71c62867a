import type { Saying } from "./channels.ts";
import { outcomeWords } from "./outcome-words.ts";

/** What there is to tell, as the rows say at the moment of sending. */
export type News =
  | {
      kind: "approval.waits";
      program: string;
      /** who asks, an agent on somebody's behalf among them */
      asker: string;
      password: boolean;
      escalated: boolean;
      /** minutes until it is refused without an answer */
      minutesLeft: number;
      command: string;
    }
  | { kind: "job.ended"; program: string; outcome: string; exitCode: number | null }
  | { kind: "keyword.found"; program: string; keyword: string }
  | { kind: "test"; asker: string };

export type Message = { title: string; body: string };

const longestCommand = 500;

/**
 * The words of one message. What carries it (a push service, a mail server, a webhook's receiver) reads no more of a call than
 * the org chose: nothing, its program, or the whole command.
 */
export function messageOf(news: News, { org, says }: { org: string; says: Saying }): Message {
  const named = says === "nothing" ? null : news;
  switch (news.kind) {
    case "approval.waits": {
      const what = named === null ? "A call" : news.program;
      const title = news.escalated ? `${what} still waits for an answer` : `${what} waits for your answer`;
      const asks = named === null ? "" : `${news.asker} asks. `;
      const password = news.password ? "It takes proof that it is you. " : "";
      const end = `Without an answer it is refused in ${spanText(news.minutesLeft)}.`;
      const command = says === "command" ? `\n\n${shortened(news.command)}` : "";
      return { title, body: `${asks}${password}${end} ${org}${command}` };
    }
    case "job.ended": {
      const what = named === null ? "A background command" : news.program;
      return { title: `${what} ${outcomeWords(news.outcome, news.exitCode)}`, body: org };
    }
    case "keyword.found":
      return named === null
        ? { title: "A background command printed a keyword", body: org }
        : { title: `${news.program} printed ${news.keyword}`, body: org };
    case "test":
      return { title: "A test of notifications", body: `${news.asker} sent it from ${org}. It arrived.` };
  }
}

function shortened(command: string): string {
  const rest = command.length - longestCommand;
  const cut = plain(command.slice(0, longestCommand).toWellFormed());
  return rest > 0 ? `${cut}\n[${rest} more characters]` : cut;
}

/** What cannot be seen, or turns the order of what can, is written out: no reader of a message shows it otherwise. */
function plain(text: string): string {
  return text.replace(
    /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

function spanText(minutes: number): string {
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return `${Math.floor(minutes)} ${Math.floor(minutes) === 1 ? "minute" : "minutes"}`;
  return `${Math.floor(minutes / 60)} hours`;
}
