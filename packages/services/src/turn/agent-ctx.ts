import { Defect } from "@gatehouse/core/errors";
import type { Ctx, Services } from "../context.ts";
import type { ClaimedTurn } from "./claim.ts";
import { databaseNow } from "../database-clock.ts";
import { agentActor } from "./agent-actor.ts";

/** What a worker opens for agents. It has no passwords: whatever drives a turn can prove nobody's identity. */
export type AgentServices = Omit<Services, "passwords" | "replay">;

const noPasswords: Services["passwords"] = {
  hash: () => Promise.reject(new Defect("an agent knows no passwords")),
  verify: () => Promise.reject(new Defect("an agent knows no passwords")),
};

const noReplay: Services["replay"] = {
  preview: () => Promise.reject(new Defect("an agent previews no policy")),
  hits: () => Promise.reject(new Defect("an agent previews no policy")),
  close: () => Promise.resolve(),
};

/** First argument of the verbs an agent calls: it acts on behalf of a member, with that member's role of this moment. */
export async function agentCtx(services: AgentServices, turnId: string, turn: ClaimedTurn): Promise<Ctx> {
  return {
    ...services,
    passwords: noPasswords,
    replay: noReplay,
    org: turn.org,
    actor: agentActor(turn.member.id),
    member: turn.member,
    now: await databaseNow(services.db),
    requestId: turnId,
    ip: null,
    userAgent: null,
  };
}
