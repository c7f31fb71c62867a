/** Runs once when the server starts: settings are checked before the first request, and the sweep begins. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServer } = await import("./server/start.ts");
  await startServer();
}
