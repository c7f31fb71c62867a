import type { CallResult, ConversationItem } from "./conversation.ts";

/** What the demonstration does next. A pure function of what happened in its turn, so that every run can be followed. */
export type DemoStep = { text: string; calls: { tool: string; input: unknown }[] };

const sales = "north,420\nsouth,315\neast,290\nwest,505\n";

type Scene = (last: readonly CallResult[]) => DemoStep;

const scenes: readonly Scene[] = [
  () => ({
    text: "I am the demonstration agent: no model answers here, but every call I make is real. I will write a small table, make a report of it, tidy up, and meet a refusal and a question on the way. First I look around, with two calls at once.",
    calls: [
      { tool: "find_files", input: { mode: "list", queries: [{ dir: "." }] } },
      { tool: "run_command", input: { argv: ["uname", "-sr"] } },
    ],
  }),
  (last) => ({
    text: `${seen(last)} Now I write the table.`,
    calls: [{ tool: "edit_file", input: { mode: "write", path: "sales.csv", content: sales } }],
  }),
  (last) => ({
    text: failed(last)
      ? "The table could not be written; the result says why. I try the report all the same, so that you see what a failure looks like."
      : "The table stands. The next call is a script, so it is visible as a script: it sorts the regions by their sales.",
    calls: [
      {
        tool: "run_command",
        input: { argv: ["bash", "-c", "sort -t, -k2 -nr sales.csv > report.txt && cat report.txt"] },
      },
    ],
  }),
  (last) => ({
    text: `${failed(last) ? "The report did not work out." : "The report is there."} I tidy up with a script that hides an rm. That is against the rules, and I expect a refusal.`,
    calls: [{ tool: "run_command", input: { argv: ["bash", "-c", "echo tidying up && rm -f sales.csv"] } }],
  }),
  (last) => ({
    text: `${refusalOf(last)} So I go the legal way: rm as a command of its own, which moves the file to the trash.`,
    calls: [{ tool: "run_command", input: { argv: ["rm", "sales.csv"] } }],
  }),
  (last) => ({
    text: `${failed(last) ? "That was not allowed either." : "It is in the trash, and you can bring it back."} Last, I ask to read a file whose name says that it holds secrets. This waits for you: approve it or deny it.`,
    calls: [{ tool: "run_command", input: { argv: ["cat", ".env"] } }],
  }),
  (last) => ({
    text: `${answerOf(last)}\n\nThat was the whole loop:\n\n1. two calls in one step,\n2. a file and a script in the sandbox,\n3. a refusal with a reason, and another way,\n4. the trash instead of a loss,\n5. a question that only a person can answer.\n\nAn admin sets up a model under **Models**; then it answers in my place.`,
    calls: [],
  }),
];

/** `turn` is what happened in this turn, beginning with what the person said. */
export function demoStep(turn: readonly ConversationItem[]): DemoStep {
  const done = turn.filter((item) => item.kind === "assistant").length;
  const last = turn.findLast((item) => item.kind === "results");
  const scene = scenes[done];
  if (scene === undefined) return { text: "The demonstration is over.", calls: [] };
  return scene(last?.kind === "results" ? last.results : []);
}

function failed(last: readonly CallResult[]): boolean {
  return last.some((result) => result.failed);
}

function seen(last: readonly CallResult[]): string {
  return failed(last) ? "One of the two did not work; its card says why." : "Both came back.";
}

function refusalOf(last: readonly CallResult[]): string {
  const code = /^Refused \(([a-z_]+)\)/.exec(last[0]?.text ?? "")?.[1];
  if (code !== undefined)
    return `Refused, with the code ${code}: the result names the reason and the next step.`;
  return failed(last) ? "That did not work." : "Your org allows this, so there was no refusal to see.";
}

function answerOf(last: readonly CallResult[]): string {
  const text = last[0]?.text ?? "";
  if (text.startsWith("Refused (approval_rejected)"))
    return "You said no, and I leave it at that: asking again would change nothing.";
  if (text.startsWith("Refused")) return "Nothing came of the question; the result says why.";
  return failed(last)
    ? "You said yes, and it ran: there is no such file here, which is a result too."
    : "You said yes, and it ran.";
}
