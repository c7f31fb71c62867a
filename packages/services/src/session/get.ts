import { agentWorkspace } from "@gatehouse/core/path/facts";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import { type GrantView, listGrants } from "../grant/list.ts";
import type { HostProbe } from "../host/list.ts";
import { accessOf, mayShare, requireSession, type Visibility } from "./access.ts";
import { listSessions, type SessionItem } from "./list.ts";
import { watchersOf } from "./presence.ts";

export type SessionHeader = SessionItem & {
  workspace: string;
  hostOffersNetwork: boolean;
  policyNumber: number;
  canDrive: boolean;
  grants: GrantView[];
  /** who answers by this session's own choice; both null: the org's default */
  agent: { providerId: string | null; model: string | null };
  /** what its host had to have */
  labels: string[];
  canShare: boolean;
  visibility: Visibility;
  /** who has the session open now, by name */
  watchers: string[];
};

/** Header of the session page. */
export async function getSession(ctx: Ctx, id: string): Promise<SessionHeader> {
  const access = await requireSession(ctx, id, "read");
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
    canDrive: accessOf(ctx, access) === "drive" && item.archivedAt === null,
    labels: access.labels,
    canShare: mayShare(ctx, access),
    visibility: access.visibility as Visibility,
    grants,
    agent: { providerId: access.providerId, model: access.model },
    watchers: await watchersOf(ctx, id),
  };
}
