import { outcomeWords } from "@gatehouse/core/notification/outcome-words";
import type { Outputs } from "../../trpc/client.ts";

export type Notification = Outputs["notification"]["list"]["items"][number];
export type NotificationText = { title: string; detail: string | null; href: string };

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** What one notification says and where it leads. A kind that this page does not know is told by its name. */
export function notificationText(org: string, of: Notification): NotificationText {
  const program = textOf(of.data.program);
  const output = `/${org}/output/${textOf(of.data.executionId)}`;
  switch (of.kind) {
    case "keyword.found": {
      const times = of.count > 1 ? `, ${of.count.toLocaleString("en-US")} times` : "";
      const row = typeof of.data.row === "number" ? `#L${of.data.row + 1}` : "";
      return {
        title: `${program} printed ${textOf(of.data.keyword)}${times}`,
        detail: textOf(of.data.excerpt),
        href: `${output}${row}`,
      };
    }
    case "approval.waits":
      return {
        title:
          of.data.escalated === true
            ? `${program} still waits for an answer`
            : `${program} waits for your answer`,
        detail: of.data.strength === "password" ? "It takes proof that it is you." : null,
        href: `/${org}/approvals/${of.subject}`,
      };
    case "member.second_factor_reset":
      return {
        title: `${textOf(of.data.by)} reset your second factor`,
        detail: "Was it not you who asked? Tell another admin. Set up a new one on your profile page.",
        href: `/${org}/profile`,
      };
    case "job.ended":
      return {
        title: `${program} ${outcomeWords(textOf(of.data.outcome), exitCodeOf(of.data))}`,
        detail: null,
        href: output,
      };
    default:
      return {
        title: of.kind,
        detail: null,
        href: of.sessionId === null ? `/${org}/sessions` : `/${org}/sessions/${of.sessionId}`,
      };
  }
}

function exitCodeOf({ exitCode }: Notification["data"]): number | null {
  return typeof exitCode === "number" ? exitCode : null;
}
