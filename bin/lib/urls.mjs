/** The address of an embedded Postgres. Passwords are made of characters that need no escape. */
export function databaseUrl({ user, password, port, database }) {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
}
