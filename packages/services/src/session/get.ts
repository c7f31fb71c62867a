import { may } from "@gatehouse/core/role";
import { agentWorkspace } from "@gatehouse/core/path/facts";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import { type GrantView, listGrants } from "../grant/list.ts";
import type { HostProbe } from "../host/list.ts";
import { listSessions, type SessionItem } from "./list.ts";

export type SessionHeader = SessionItem & {
  workspace: string;
  hostOffersNetwork: boolean;
  policyNumber: number;
  canDrive: boolean;
  grants: GrantView[];
};

/** Header of the session page. */
export async function getSession(ctx: Ctx, id: string): Promise<SessionHeader> {
  const { items } = await listSessions(ctx, { id });
  const item = items[0];
  if (item === undefined) throw notFound("session");
  const [host, policy, grants] = await Promise.all([
    ctx.db.host.findUnique({ where: { id: item.host.id }, select: { probe: true } }),
    ctx.policies.current(ctx.db, ctx.org.id),
    listGrants(ctx, id),
  ]);
  return {
    ...item,
    workspace: agentWorkspace,
    hostOffersNetwork: (host?.probe as HostProbe | undefined)?.egress === true,
    policyNumber: policy.number,
    canDrive: may(ctx.member.role, "session.drive") && item.archivedAt === null,
    grants,
  };
}
