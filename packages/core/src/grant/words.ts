import type { Shape } from "./shape.ts";

export type GrantScope =
  | { kind: "path"; path: string; access: "read" | "write"; recursive: boolean }
  | { kind: "exact"; digest: string; argv: readonly string[] }
  | { kind: "shape"; shape: Shape };

/** What a grant covers, in one sentence; the page, the card and the audit record say the same. */
export function grantWords(scope: GrantScope): string {
  switch (scope.kind) {
    case "path": {
      const verb = scope.access === "write" ? "Read and write" : "Read";
      return scope.recursive
        ? `${verb} ${scope.path} and everything below it`
        : `${verb} ${scope.path}, and nothing else`;
    }
    case "exact":
      return `Exactly this call, letter for letter: ${short(scope.argv.join(" "))}`;
    case "shape":
      return shapeWords(scope.shape);
  }
}

export function shapeWords({ words, options, reach }: Shape): string {
  const name = words.join(" ");
  const where = reach === "workspace" ? "paths in the workspace" : "paths in home";
  const carrying =
    options.length === 0
      ? "without options"
      : `with no other options than ${options.map((option) => short(option)).join(", ")}`;
  return `${name} ${carrying}, on ${where}, in the sandbox without network`;
}

function short(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
