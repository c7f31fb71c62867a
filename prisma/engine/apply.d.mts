export function applyMigrations(url: string, directory: string): Promise<string[]>;
