import type { Actor } from "@gatehouse/core/actor";
import { asId, type MemberId } from "@gatehouse/core/ids";

export function agentActor(memberId: string): Actor {
  return { kind: "agent", onBehalfOf: asId<MemberId>(memberId) };
}
