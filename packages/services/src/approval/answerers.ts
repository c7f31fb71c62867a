import type { Role } from "@gatehouse/core/role";
import type { Db, Tx } from "../db.ts";
import type { WaitsFor } from "../tool-call/view-types.ts";
import { type Answerer, mayAnswer } from "./may-answer.ts";

/** A member who might answer. */
export type Answering = { memberId: string; name: string; role: Role };

const mostPeople = 500;

/** The members of the org who are not locked, the newest 500. */
export async function peopleOf(ctx: { db: Db | Tx; org: { id: string } }): Promise<Answering[]> {
  const rows = await ctx.db.member.findMany({
    where: { orgId: ctx.org.id, lockedAt: null },
    select: { id: true, role: true, user: { select: { name: true } } },
    orderBy: { id: "desc" },
    take: mostPeople,
  });
  return rows.map(({ id, role, user }) => ({ memberId: id, name: user.name, role: role as Role }));
}

type Question = {
  people: readonly Answering[];
  askerId: string;
  of: Omit<Answerer, "role" | "isAsker">;
};

/** Who of these people may answer. */
export function answerersOf({ people, askerId, of }: Question): Answering[] {
  return people.filter(({ memberId, role }) => mayAnswer({ role, isAsker: memberId === askerId, ...of }));
}

/** In words, from where the viewer stands. Nobody at all is said plainly: such a call can only expire. */
export function waitsFor(question: Question & { viewerId: string }): WaitsFor {
  const able = answerersOf(question);
  if (able.length === 0)
    return { nobody: true, sentence: `Nobody can answer this now: ${lacking(question)}` };
  const you = able.some(({ memberId }) => memberId === question.viewerId);
  const others = able.filter(({ memberId }) => memberId !== question.viewerId).map(({ name }) => name);
  const named = [...(you ? ["you"] : []), ...others.slice(0, 2)];
  const more = others.length - 2;
  if (more > 0) named.push(more === 1 ? "one more" : `${more} more`);
  const last = named.pop() ?? "";
  return {
    nobody: false,
    sentence: `Waits for ${named.length === 0 ? last : `${named.join(", ")} or ${last}`}.`,
  };
}

function lacking({ of }: Question): string {
  const other = of.secondPerson ? " other than who asked" : "";
  if (of.strength === "confirm") return `it takes a member who may drive the session${other}.`;
  if (of.stepUpRoles.length === 0) return "no role may step up under this policy.";
  return `it takes a person${other} with the role ${of.stepUpRoles.join(" or ")}, and there is none.`;
}
