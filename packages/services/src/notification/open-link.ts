import type { MemberId } from "@gatehouse/core/ids";
import type { PersonCtx } from "../account/person-ctx.ts";
import { originOf } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import { requireSecondFactor } from "../login/second-factor-gate.ts";
import { hit } from "../rate-limit/hit.ts";
import { withTransaction } from "../transaction.ts";
import { type ApprovalLink, readLinkToken } from "./link.ts";

/** Where a link leads, for whoever signed in; every other state is a page that says why it leads nowhere. */
export type OpenedLink =
  | { state: "open"; org: string; approvalId: string }
  | { state: "expired"; org: string }
  | { state: "not_yours" }
  | { state: "broken" };

const mostAMinute = 60;

/** Says where a signed link leads. It answers nothing: the question is answered on its page, with all that guards it there. */
export async function openApprovalLink(ctx: PersonCtx, token: string): Promise<OpenedLink> {
  const { user, memberships } = ctx.person;
  await hit(ctx.db, { key: `link:${user.id}`, max: mostAMinute, windowMs: 60_000 }, ctx.now);
  const read = readLinkToken(ctx.secretKeys, token);
  if (!read.ok) return { state: "broken" };
  const { link } = read;
  const own = memberships.find(({ org }) => org.id === link.orgId);
  // Somebody outside learns no more than that it is not theirs.
  if (own === undefined) return { state: "not_yours" };
  requireSecondFactor(own);
  const expired = link.expiresAt <= ctx.now;
  const foreign = link.memberId !== null && link.memberId !== own.memberId;
  const found = await ctx.db.approval.findFirst({
    where: { id: link.approvalId, orgId: link.orgId },
    select: { toolCallId: true, toolCall: { select: { sessionId: true } } },
  });
  await recordAudited(ctx, { link, memberId: own.memberId, found, refused: refusalOf({ expired, foreign }) });
  if (foreign) return { state: "not_yours" };
  if (found === null) return { state: "broken" };
  if (expired) return { state: "expired", org: own.org.slug };
  return { state: "open", org: own.org.slug, approvalId: link.approvalId };
}

function refusalOf(of: { expired: boolean; foreign: boolean }): string | null {
  if (of.foreign) return "made for another member";
  return of.expired ? "expired" : null;
}

type Opening = {
  link: ApprovalLink;
  memberId: MemberId;
  found: { toolCallId: string; toolCall: { sessionId: string } } | null;
  refused: string | null;
};

async function recordAudited(ctx: PersonCtx, { link, memberId, found, refused }: Opening): Promise<void> {
  const actor = { kind: "person" as const, memberId };
  await withTransaction(ctx.db, (tx) =>
    appendAudit(tx, { orgId: link.orgId, actor }, [
      {
        type: refused === null ? "approval.link_opened" : "approval.link_refused",
        ...(found === null ? {} : { toolCallId: found.toolCallId, sessionId: found.toolCall.sessionId }),
        payload: {
          approvalId: link.approvalId,
          expiresAt: link.expiresAt.toISOString(),
          ...(refused === null ? {} : { refused }),
          ...originOf(ctx),
        },
      },
    ]),
  );
}
