const browsers = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const systems = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
] as const;

function first(of: readonly (readonly [RegExp, string])[], text: string, none: string): string {
  return of.find(([pattern]) => pattern.test(text))?.[1] ?? none;
}

/** What a person calls a browser in a list of theirs. */
export function browserName(userAgent: string): string {
  return `${first(browsers, userAgent, "Browser")} on ${first(systems, userAgent, "an unknown system")}`;
}
