import { type OutputFrame, outputChannel } from "@gatehouse/core/contracts/output";
import { resolveApiToken } from "@gatehouse/services/api-token/resolve";
import type { Ctx } from "@gatehouse/services/context";
import { type Person, resolveLogin } from "@gatehouse/services/login/resolve";
import { type OutputEnd, readOutput } from "@gatehouse/services/output/read";
import { changedToolCalls } from "@gatehouse/services/tool-call/changed";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { TRPCError, tracked, type TrackedEnvelope } from "@trpc/server";
import { bearerOf } from "./context.ts";
import { endings, followEndings } from "./ended-logins.ts";
import { createWaker, type Waker } from "./waker.ts";
import { requireExecution, requireSession } from "@gatehouse/services/session/access";
import { databaseNow } from "@gatehouse/services/database-clock";

/**
 * Live streams that lose nothing: rows are read from Postgres by offset or time, announcements only say when to look, and
 * a poll finds what an announcement that was lost would have said. The event's id is where a reconnect reads on.
 */
export type Watcher = { verb: Ctx; person: Person | null; headers: Headers };

const outputPollMs = 1_000;
const callPollMs = 3_000;
const loginCheckMs = 15_000;

export type OutputEvent = OutputFrame | ({ end: true } & OutputEnd);

export async function* watchOutput(
  watcher: Watcher,
  input: { executionId: string; from: number; lastEventId?: string | null | undefined },
  signal: AbortSignal | undefined,
): AsyncGenerator<TrackedEnvelope<OutputEvent>, void> {
  const { verb } = watcher;
  const resumed = input.lastEventId == null ? Number.NaN : Number(input.lastEventId);
  let offset = Number.isSafeInteger(resumed) && resumed >= 0 ? resumed : input.from;
  const mayRead = () => requireExecution(verb, input.executionId);
  await mayRead();
  const waker = createWaker(signal);
  const leave = [
    verb.subscriber.subscribe(outputChannel(input.executionId), waker.wake),
    verb.listener.subscribe((change) => {
      if (change.executionId === input.executionId) waker.wake();
    }),
  ];
  const stillIn = loginCheck(watcher, mayRead);
  try {
    while (!waker.ended()) {
      await stillIn();
      const part = await readOutput(verb, { executionId: input.executionId, from: offset });
      for (const frame of part.frames) {
        offset = frame.offset + Buffer.byteLength(frame.bytesBase64, "base64");
        yield tracked(String(offset), frame);
      }
      if (part.end !== null) {
        yield tracked(String(offset), { end: true as const, ...part.end });
        return;
      }
      if (part.frames.length === 0) await waker.wait(outputPollMs);
    }
  } finally {
    for (const stop of leave) stop();
  }
}

export type ToolCallEvent = { id: string; toolCallId: string; view: ToolCallView };

export async function* watchToolCalls(
  watcher: Watcher,
  input: { sessionId: string; lastEventId?: string | null | undefined },
  signal: AbortSignal | undefined,
): AsyncGenerator<TrackedEnvelope<ToolCallEvent>, void> {
  const { verb } = watcher;
  const mayRead = () => requireSession(verb, input.sessionId, "read");
  await mayRead();
  const waker: Waker = createWaker(signal);
  const leave = verb.listener.subscribe((change) => {
    if (change.sessionId === input.sessionId) waker.wake();
  });
  /** of the last look only: what it no longer finds comes again when it has changed */
  let sent = new Map<string, string>();
  const stillIn = loginCheck(watcher, mayRead);
  let cursor = input.lastEventId ?? null;
  try {
    while (!waker.ended()) {
      await stillIn();
      const changed = await changedToolCalls(
        { ...verb, now: await databaseNow(verb.db) },
        { sessionId: input.sessionId, cursor },
      );
      cursor = changed.cursor;
      const before = sent;
      sent = new Map(changed.views.map((view) => [view.id, JSON.stringify(view)]));
      for (const view of changed.views) {
        if (before.get(view.id) === sent.get(view.id)) continue;
        yield tracked(cursor, { id: cursor, toolCallId: view.id, view });
      }
      await waker.wait(callPollMs);
    }
  } finally {
    leave();
  }
}

/** A login or token that ended, a member who was locked or has another role now, stops watching, also in the middle of a stream. */
export function loginCheck(
  { verb, person, headers }: Watcher,
  also?: () => Promise<unknown>,
): () => Promise<void> {
  followEndings(verb.subscriber);
  let checked = performance.now();
  let seen = endings();
  const isStillIn = async (): Promise<boolean> => {
    const bearer = bearerOf(headers);
    const now =
      bearer !== null
        ? (await resolveApiToken(verb.pool, bearer))?.membership
        : person !== null
          ? (await resolveLogin(verb.pool, person.token))?.memberships.find(
              ({ org }) => org.id === verb.org.id,
            )
          : undefined;
    // SAFETY: what this stream may read was decided with the role it was opened in (sharing.test.ts)
    return now !== undefined && !now.needsSecondFactor && now.role === verb.member.role;
  };
  return async () => {
    if (performance.now() - checked < loginCheckMs && seen === endings()) return;
    checked = performance.now();
    seen = endings();
    if (!(await isStillIn()))
      throw new TRPCError({
        code: "UNAUTHORIZED",
        message: "Your login has ended, or your role is another now.",
      });
    await also?.();
  };
}
