import type { Word } from "./ast.ts";
import type { Sink } from "./sink.ts";

/** Options of ip that take the next word; each may be shortened. */
const takesValue = ["-family", "-netns", "-loops", "-rcvbuf", "-batch", "-f", "-n", "-l", "-rc", "-b"];

/** `ip netns exec NAME PROGRAM`, `ip vrf exec NAME PROGRAM`, with the short forms of the words; `-all` takes no name. */
export function unfoldIp(words: readonly Word[], sink: Sink): void {
  let at = 1;
  let all = false;
  for (; words[at]?.value?.startsWith("-") === true; at += 1) {
    const text = words[at]?.value ?? "";
    all ||= /^-{1,2}al?l?$/.test(text);
    if (takesValue.includes(text.replace(/^--/, "-"))) at += 1;
  }
  const [object = "", verb = ""] = [words[at]?.value ?? "", words[at + 1]?.value ?? ""];
  const runs =
    (object.length > 2 && "netns".startsWith(object)) || (object !== "" && "vrf".startsWith(object));
  if (!runs || verb === "" || !"exec".startsWith(verb)) return;
  sink.argv(words.slice(at + (all ? 2 : 3)));
}
