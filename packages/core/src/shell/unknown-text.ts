/** Stands in an outline for text that only the shell knows. */
export const unknownText = "\u0001";
