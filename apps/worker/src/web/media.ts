/** The text of an answer by the character set it names, or null where it is no text. */
export function textOfAnswer(body: Buffer, mediaType: string | null): string | null {
  const declared = /charset\s*=\s*"?([^";\s]+)/i.exec(mediaType ?? "")?.[1];
  const isText = mediaType === null || declared !== undefined || textTypes.test(mediaType);
  if (!isText && !isUtf8(body)) return null;
  try {
    return new TextDecoder(declared ?? "utf-8").decode(body);
  } catch (_unknownCharacterSet) {
    return isUtf8(body) ? body.toString("utf8") : null;
  }
}

const textTypes =
  /^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript|x-www-form-urlencoded|yaml|toml|graphql))/i;

function isUtf8(body: Buffer): boolean {
  if (body.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(body);
    return true;
  } catch (_otherBytes) {
    return false;
  }
}

/** The bytes of a page with its character set, also where only the page itself names it. */
export function htmlOfAnswer(body: Buffer, mediaType: string | null): string {
  const named = /charset\s*=\s*"?([^";\s]+)/i.exec(mediaType ?? "")?.[1];
  const inside = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(
    body.subarray(0, 2048).toString("latin1"),
  )?.[1];
  for (const label of [named, inside, "utf-8"]) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).decode(body);
    } catch (_unknownCharacterSet) {
      // the next one, and at last UTF-8, which is always known
    }
  }
  return body.toString("utf8");
}
