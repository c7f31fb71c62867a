import type { Turn, TurnHead, TurnStep } from "./turn-view-types.ts";

type Page = { items: Turn[] };

/** The pages (newest page first, newest turn last) with what changed of one turn put in its place. */
export function mergeTurn<Data extends { pages: Page[] }>(
  data: Data,
  change: { turn: TurnHead; steps: readonly TurnStep[] },
): Data {
  const known = data.pages.some((page) => page.items.some((one) => one.id === change.turn.id));
  const pages = data.pages.map((page, at) => {
    if (!known && at === 0)
      return { ...page, items: [...page.items, { ...change.turn, modelSteps: [...change.steps] }] };
    if (!page.items.some((one) => one.id === change.turn.id)) return page;
    return {
      ...page,
      items: page.items.map((one) => (one.id === change.turn.id ? merged(one, change) : one)),
    };
  });
  return { ...data, pages };
}

function merged(turn: Turn, { turn: head, steps }: { turn: TurnHead; steps: readonly TurnStep[] }): Turn {
  const fresh = new Map(steps.map((step) => [step.id, step]));
  const kept = turn.modelSteps.map((step) => {
    const next = fresh.get(step.id);
    fresh.delete(step.id);
    return next ?? step;
  });
  return { ...head, modelSteps: [...kept, ...fresh.values()] };
}
