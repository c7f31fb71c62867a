/** A JSON body up to a bound; null where it is longer. Throws SyntaxError where it is no JSON. */
export async function readJson(request: Request, maxBytes: number): Promise<{ value: unknown } | null> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    bytes += part.value.length;
    if (bytes > maxBytes) {
      await reader?.cancel();
      return null;
    }
    pieces.push(part.value);
  }
  return { value: JSON.parse(Buffer.concat(pieces).toString("utf8")) as unknown };
}
