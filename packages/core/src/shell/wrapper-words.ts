import type { Word } from "./ast.ts";
import type { Sink } from "./sink.ts";
import type { Wrapper } from "./tables.ts";

/** `flock FILE -c SCRIPT`, `sg GROUP -c SCRIPT`, `runuser USER -c SCRIPT`: an option after the operands. */
export function trailing(wrapper: Wrapper, inner: readonly Word[], sink: Sink): readonly Word[] | null {
  const first = inner[0]?.value ?? "";
  const option = wrapper.script?.find(
    (name) =>
      first === name ||
      (name.startsWith("--") ? first.startsWith(`${name}=`) : first.startsWith(name) && first.length > 2),
  );
  if (option === undefined || wrapper.package === true) return inner;
  const head = inner[0];
  const attached = first.slice(option.length).replace(/^=/, "");
  const value = attached === "" ? inner[1] : head === undefined ? undefined : { ...head, value: attached };
  if (value !== undefined) sink.script({ text: value.value, dialect: "sh", word: value });
  return null;
}

export function takeAssignments(words: readonly Word[], sink: Sink): Word[] {
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const text = word.value ?? (word.many ? "" : word.outline);
    const equals = text.indexOf("=");
    if (equals <= 0 || text.slice(0, equals).includes("\u0001")) break;
    sink.setting(
      text.slice(0, equals),
      word.value === null
        ? { ...word, outline: text.slice(equals + 1) }
        : { ...word, value: text.slice(equals + 1), outline: text.slice(equals + 1) },
    );
  }
  return words.slice(at);
}

/** `npx pkg@version` runs the program a package carries; a scoped or remote package is unknown code, not a path. */
export function packageProgram(word: Word | undefined): Word | null {
  if (word === undefined || word.value === null) return word ?? null;
  if (word.value.includes("/")) return null;
  const text = word.value.replace(/(?<=.)@.*$/, "");
  return { ...word, value: text };
}
