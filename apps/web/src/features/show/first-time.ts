const seenHere = new Set<string>();

/** Whether this tab did not load the page before it was last reloaded; from now on it did. */
export function firstTime(executionId: string): boolean {
  if (seenHere.has(executionId)) return true;
  const key = `gatehouse.page.${executionId}`;
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, "seen");
  } catch (_forbidden) {
    // A browser that keeps nothing loads it each time.
  }
  seenHere.add(executionId);
  return true;
}
