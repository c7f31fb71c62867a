/** 1,234 · 56.7k · 1.2M */
export function formatTokens(tokens: number): string {
  if (tokens < 10_000) return tokens.toLocaleString("en");
  if (tokens < 1_000_000) return `${(tokens / 1_000).toFixed(1)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** Millionths of a dollar; small sums keep their first digits. */
export function formatCost(micros: number): string {
  const dollars = micros / 1_000_000;
  return `$${dollars >= 1 || dollars === 0 ? dollars.toFixed(2) : dollars.toPrecision(2)}`;
}
