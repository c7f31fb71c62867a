import { AppError } from "@gatehouse/core/errors";
import type { Rung } from "@gatehouse/core/grant/ladder";
import { type GrantScope, grantWords } from "@gatehouse/core/grant/words";
import type { Ask } from "@gatehouse/core/policy/decision";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { newId } from "../new-id.ts";
import { rungsOf } from "./ladder.ts";

/** What a person chose to leave standing with their yes: rungs of the ladder by id, each with its end in minutes. */
export type Choice = { rung: string; minutes: number };
export type NewGrant = { id: string; scope: GrantScope; words: string; expiresAt: Date };

type Of = { id: string; toolCallId: string; asks: string; inputDigest: string };
const defaultMinutes = 1440;

/**
 * The grants of an answer. Without a choice, those for the paths it asks for, for the session and a day at most; a choice
 * of nothing leaves nothing standing. Throws on a rung or an end that the ladder does not have.
 */
export async function chosenGrants(
  ctx: Ctx,
  approval: Of,
  choices: readonly Choice[] | undefined,
): Promise<NewGrant[]> {
  if (choices === undefined) return pathScopes(approval).map((scope) => newGrant(ctx, scope, defaultMinutes));
  if (choices.length === 0) return [];
  const rungs = await rungsOf(ctx, approval);
  return choices.map((choice) => newGrant(ctx, rungFor(rungs, choice).scope, choice.minutes));
}

function rungFor(rungs: readonly Rung[], { rung: id, minutes }: Choice): Rung {
  const rung = rungs.find((one) => one.id === id);
  if (rung === undefined)
    throw new AppError("invalid_input", "This call cannot leave such a grant standing.");
  if (!rung.expiries.includes(minutes)) {
    throw new AppError("invalid_input", `Such a grant ends after ${rung.expiries.join(", ")} minutes.`);
  }
  return rung;
}

function pathScopes({ asks }: Of): GrantScope[] {
  return (JSON.parse(asks) as Ask[]).flatMap((ask): GrantScope[] => {
    if (ask.kind !== "read_path" && ask.kind !== "write_path") return [];
    const access = ask.kind === "write_path" ? "write" : "read";
    return [{ kind: "path", path: ask.path, access, recursive: true }];
  });
}

function newGrant(ctx: Ctx, scope: GrantScope, minutes: number): NewGrant {
  return {
    id: newId<string>(),
    scope,
    words: grantWords(scope),
    expiresAt: new Date(ctx.now.getTime() + minutes * 60_000),
  };
}

/** Writes them in the transaction of the answer that made them. */
export async function insertGrants(
  ctx: Ctx,
  tx: Tx,
  of: { grants: readonly NewGrant[]; approvalId: string; sessionId: string },
): Promise<void> {
  if (of.grants.length === 0) return;
  await tx.grant.createMany({
    data: of.grants.map(({ id, scope, words, expiresAt }) => ({
      id,
      orgId: ctx.org.id,
      sessionId: of.sessionId,
      kind: scope.kind,
      ...(scope.kind === "path"
        ? { path: scope.path, access: scope.access, recursive: scope.recursive }
        : scope.kind === "shape"
          ? { shape: JSON.stringify(scope.shape) }
          : { digest: scope.digest }),
      words,
      approvalId: of.approvalId,
      grantedBy: ctx.member.id,
      grantedAt: ctx.now,
      expiresAt,
    })),
  });
}
