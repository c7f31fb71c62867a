/** Text as Postgres holds it: no lone surrogate, and NUL made visible. For sentences, never for what is executed. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\u2400");
}
