import type { Saying } from "@gatehouse/core/notification/channels";
import { type Message, messageOf, type News } from "@gatehouse/core/notification/message";
import { shownArgv, shownCall } from "@gatehouse/core/tool-call/shown-argv";
import { parseToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { Services } from "../context.ts";
import { sessionSecrets } from "../secret/session.ts";
import type { ClaimedNotice } from "./claim.ts";
import { linkToken } from "./link.ts";
import { readReach } from "./reach.ts";
import { readSetting } from "./setting.ts";
import { databaseNow } from "../database-clock.ts";

/** A message in words with where it leads, and its facts for a receiver that is a program. */
export type Content = {
  message: Message;
  url: string;
  org: { slug: string; name: string };
  facts: Record<string, string | number | boolean | null>;
};
type Composing = Pick<Services, "db" | "secretKeys">;
type Told = { news: News; facts: Content["facts"]; path: string; expiresAt: Date | null };

/** Null where what it is about is gone. Throws where nobody knows yet at which address people open the product. */
export async function composeNotice(ctx: Composing, notice: ClaimedNotice): Promise<Content | null> {
  const now = await databaseNow(ctx.db);
  const [org, setting, { publicUrl }] = await Promise.all([
    ctx.db.org.findUniqueOrThrow({ where: { id: notice.orgId }, select: { slug: true, name: true } }),
    readSetting(ctx.db, notice.orgId),
    readReach(ctx.db, now),
  ]);
  if (publicUrl === null) throw new Error("no web server has said its address yet");
  const told = await toldOf(ctx, notice, setting.says);
  if (told === null) return null;
  const message = messageOf(told.news, { org: org.name, says: setting.says });
  if (told.expiresAt === null)
    return { message, org, facts: told.facts, url: `${publicUrl}/${org.slug}${told.path}` };
  const until = Math.min(now.getTime() + setting.linkMinutes * 60_000, told.expiresAt.getTime());
  const { orgId, memberId, subject: approvalId } = notice;
  const token = linkToken(ctx.secretKeys, { approvalId, orgId, memberId, expiresAt: new Date(until) });
  return { message, org, facts: told.facts, url: `${publicUrl}/link/${token}` };
}

async function toldOf(ctx: Composing, notice: ClaimedNotice, says: Saying): Promise<Told | null> {
  if (notice.kind === "approval.waits") return approvalTold(ctx, notice, says);
  const { data } = notice;
  const text = (name: string): string => String(data[name] ?? "");
  if (notice.kind === "test")
    return {
      news: { kind: "test", asker: text("asker") },
      facts: {},
      path: "/sessions",
      expiresAt: null,
    };
  const program = text("program");
  const path = `/output/${text("executionId")}`;
  const about = { tool_call_id: notice.subject, session_id: notice.sessionId };
  const named = says === "nothing" ? {} : { program };
  if (notice.kind === "keyword.found") {
    const keyword = text("keyword");
    const said = says === "nothing" ? {} : { keyword };
    return {
      news: { kind: "keyword.found", program, keyword },
      facts: { ...about, ...named, ...said },
      path,
      expiresAt: null,
    };
  }
  const outcome = text("outcome");
  const exitCode = typeof data["exitCode"] === "number" ? data["exitCode"] : null;
  return {
    news: { kind: "job.ended", program, outcome, exitCode },
    facts: { ...about, ...named, outcome, exit_code: exitCode },
    path,
    expiresAt: null,
  };
}

async function approvalTold(ctx: Composing, notice: ClaimedNotice, says: Saying): Promise<Told | null> {
  const row = await ctx.db.approval.findFirst({
    where: { id: notice.subject, orgId: notice.orgId },
    include: { toolCall: true },
  });
  if (row === null) return null;
  const { toolCall } = row;
  const member = await ctx.db.member.findUnique({
    where: { id: toolCall.memberId },
    select: { user: { select: { name: true } } },
  });
  const name = member?.user.name ?? "A former member";
  const asker = toolCall.actorKind === "agent" ? `An agent on behalf of ${name}` : name;
  const escalated = notice.data["escalated"] === true;
  const password = row.strength === "password";
  const { program } = toolCall;
  const command = says === "command" ? await commandOf(ctx, toolCall) : "";
  const minutesLeft = (row.expiresAt.getTime() - (await databaseNow(ctx.db)).getTime()) / 60_000;
  return {
    news: { kind: "approval.waits", program, asker, password, escalated, minutesLeft, command },
    facts: {
      approval_id: row.id,
      tool_call_id: toolCall.id,
      session_id: toolCall.sessionId,
      strength: row.strength,
      escalated,
      expires_at: row.expiresAt.toISOString(),
      ...(says === "nothing" ? {} : { program, tool: toolCall.tool, asker }),
      ...(says === "command" ? { command } : {}),
    },
    path: "",
    expiresAt: row.expiresAt,
  };
}

/** In words, as the pages show it, with the session's secrets by their names. */
async function commandOf(
  ctx: Composing,
  toolCall: { orgId: string; sessionId: string; tool: string; input: string },
): Promise<string> {
  const call = shownCall(parseToolCall(toolCall.tool, JSON.parse(toolCall.input)));
  const words = shownArgv(call).join(" ");
  const secrets = await sessionSecrets(ctx.db, ctx.secretKeys, toolCall);
  return secrets.reduce((text, { name, value }) => text.replaceAll(value, () => `[secret ${name}]`), words);
}
