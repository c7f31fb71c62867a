export function applyMigrations(
  url: string,
  directory: string,
  options?: { lockTimeoutMs?: number },
): Promise<string[]>;
