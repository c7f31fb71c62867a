const unseen = /[\p{Cc}\u00ad\u200b\u2028-\u202e\u2060-\u2069\ufeff]/u;

/**
 * Whether a name or a title is one line of something that is seen and turns no text around it: it stands in lists,
 * messages and questions beside what it must not be taken for.
 */
export function isSeenLine(value: string): boolean {
  return !unseen.test(value) && /\S/.test(value.replace(/\p{Default_Ignorable_Code_Point}/gu, ""));
}
