/** Most characters of one result that a model is given; what is longer is cut in the middle. */
export const longestResult = 30_000;

/** Beginning and end of a text, with the count of what lies between them. */
export function cutMiddle(text: string, most: number, pointer: string): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  const left = text.length - 2 * half;
  return `${text.slice(0, half).toWellFormed()}\n[… ${left} characters left out here. ${pointer}]\n${text.slice(-half).toWellFormed()}`;
}
