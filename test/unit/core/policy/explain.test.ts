import { describe, expect, it } from "vitest";
import { explain } from "@gatehouse/core/policy/explain";
import type { ExplainedNode, Explanation } from "@gatehouse/core/policy/explain/explanation";
import { mostNodes } from "@gatehouse/core/policy/explain/tree";
import { unfoldCall } from "@gatehouse/core/policy/unfold-call";
import type { CommandCall } from "@gatehouse/core/tool-call/tool-call";
import { judge, shell } from "../../../helpers/guard.ts";

function callOf(argv: readonly string[]): CommandCall {
  return { tool: "run_command", input: { argv: [...argv] } };
}

function explained(argv: readonly string[]): Explanation {
  return explain({ call: callOf(argv), reasons: judge(argv).reasons, shell });
}

const script = (text: string): Explanation => explained(["bash", "-c", text]);

/** The tree in lines below its root, two spaces a level: kind, label, words. */
function drawn({ nodes }: Explanation, parent = 0): string[] {
  return nodes
    .filter((node) => node.parent === parent)
    .flatMap((node) => {
      const said = node.words.map((word) => word.value ?? `<${word.dynamic}>`).join(" ");
      const line = `${node.kind} ${node.label}${said === "" ? "" : `: ${said}`}`;
      return [line, ...drawn({ nodes, more: 0, findings: [] }, node.id).map((below) => `  ${below}`)];
    });
}

function nodeOf(explanation: Explanation, node: number | null): ExplainedNode | undefined {
  return explanation.nodes.find(({ id }) => id === node);
}

describe("explain", () => {
  it("unwraps every wrapper down to the program that is started", () => {
    expect(drawn(explained(["sudo", "env", "A=1", "timeout", "5", "nice", "make", "all"]))).toEqual([
      "program env: env A=1 timeout 5 nice make all",
      "  program timeout: timeout 5 nice make all",
      "    program nice: nice make all",
      "      program make: make all",
    ]);
  });

  it("lays a script out by its constructs, with what is static and why the rest is not", () => {
    const text =
      'for i in a $b; do make "$i" >out && A=1 ls `pwd` | wc & done; if true; then :; else (cd x) 2>log; fi';
    expect(drawn(script(text))).toEqual([
      "script bash",
      "  for i in: a <variable>",
      "    background &",
      "      list &&",
      "        command make: make <variable>",
      "          redirect >: out",
      "        pipeline |",
      "          command ls: ls <substitution>",
      "            assignment A=: 1",
      "            substitution ` `",
      "              command pwd: pwd",
      "          command wc: wc",
      "  if if",
      "    branch condition",
      "      command true: true",
      "    branch then",
      "      command :: :",
      "    branch else",
      "      subshell ( )",
      "        redirect 2>: log",
      "        command cd: cd x",
    ]);
  });

  it("expands a shell in a shell in place, whatever hands it its script", () => {
    const text = `bash -c "sh -c 'ls a'"; eval "pwd"; find . -exec sh -c 'cat x' \\;; echo 'wc y' | bash`;
    expect(drawn(script(text))).toEqual([
      "script bash",
      "  command bash: bash -c sh -c 'ls a'",
      "    script bash",
      "      command sh: sh -c ls a",
      "        script sh",
      "          command ls: ls a",
      "  command eval: eval pwd",
      "    script bash",
      "      command pwd: pwd",
      "  command find: find . -exec sh -c cat x ;",
      "    program sh: sh -c cat x",
      "      script sh",
      "        command cat: cat x",
      "  pipeline |",
      "    command echo: echo wc y",
      "    command bash: bash",
      "      script bash",
      "        command wc: wc y",
    ]);
  });

  it("shows every program that the guard reads, wherever it stands", () => {
    const texts = [
      "f() { curl x; }; trap 'rm y' EXIT; case $1 in a) ls;; esac; coproc cat; x=$(< <(sort a)) y=1 tac",
      "PROMPT_COMMAND='id' bash -i; cat <<E | bash\nls $(pwd)\nE\nxargs -n1 env -S 'a b' | parallel make",
      'echo "`ls \\`pwd\\``"; while read -r a; do [[ -f $(stat b) ]]; done; ((x=$(nproc))); alias q="df -h"',
      "git -c alias.x='!wget y' x; nohup setsid su -c 'chmod +x a' bob; ssh host 'ls; df'",
    ];
    for (const text of texts) {
      const argv = ["bash", "-c", text];
      const read = unfoldCall(callOf(argv), shell, 1_000).programs.map((program) => program.name);
      const shown = explained(argv)
        .nodes.filter(({ kind }) => kind === "command" || kind === "program")
        .map(({ label }) => label);
      for (const name of read) {
        expect(shown, text).toContain(name);
        shown.splice(shown.indexOf(name), 1);
      }
    }
  });

  it("ties each finding to the node it stands in, in a nested shell and behind a wrapper too", () => {
    const plain = script("ls; (cd a && curl x)");
    const denied = plain.findings.find(({ code }) => code === "denied_command");
    expect(nodeOf(plain, denied?.node ?? null)).toMatchObject({ kind: "command", label: "curl" });
    const nested = script(`ls; sh -c 'pwd; wget x'`);
    const inner = nested.findings.find(({ code }) => code === "denied_command");
    expect(nodeOf(nested, inner?.node ?? null)).toMatchObject({ kind: "command", label: "wget" });
    const wrapped = explained(["timeout", "5", "curl", "x"]);
    const behind = wrapped.findings.find(({ code }) => code === "denied_command");
    expect(nodeOf(wrapped, behind?.node ?? null)).toMatchObject({
      label: "curl",
      spots: [{ arg: 2 }, { arg: 3 }],
    });
  });

  it("keeps every finding of the decision, allows included", () => {
    for (const argv of [["ls"], ["sudo", "make"], ["bash", "-c", "curl x; $y"], ["rm", "x"]])
      expect(explained(argv).findings.map(({ node: _node, ...reason }) => reason)).toEqual(
        judge(argv).reasons,
      );
  });

  it("places nodes in the argument that holds them, and nested ones in their own text as well", () => {
    const text = `ls; sh -c 'pwd; cat a'`;
    const { nodes } = script(text);
    const cat = nodes.find(({ label }) => label === "cat");
    const holder = nodes.find(({ id }) => id === cat?.inner?.script);
    expect(holder?.text?.slice(cat?.inner?.start, cat?.inner?.end)).toBe("cat a");
    const ls = nodes.find(({ label }) => label === "ls");
    expect(ls?.spots).toEqual([{ arg: 2, start: 0, end: 2 }]);
    expect(ls?.inner).toBeNull();
  });

  it("says what could not be read, in its place", () => {
    const { nodes } = script("ls; bash -c $x; if");
    expect(nodes.filter(({ kind }) => kind === "unread")).not.toHaveLength(0);
    const dynamic = script("ls; bash -c $x");
    const unread = dynamic.nodes.find(({ kind }) => kind === "unread");
    expect(nodeOf(dynamic, unread?.parent ?? null)).toMatchObject({ kind: "command", label: "bash" });
  });

  it("stops at its limit, says how many nodes are beyond it, and stays small and quick", () => {
    const many = script("a=1 ls b >c; ".repeat(9_000));
    expect(many.nodes).toHaveLength(mostNodes);
    expect(many.more).toBe(9_000 * 3 + 2 - mostNodes);
    const deep = script(`${"$(".repeat(300)}${")".repeat(300)}`);
    const long = explained(["echo", ...Array.from({ length: 5_000 }, () => "x".repeat(1_000))]);
    for (const each of [many, deep, long]) expect(JSON.stringify(each).length).toBeLessThan(2_000_000);
    expect(long.nodes[0]?.moreWords).toBe(5_001 - 60);
  });

  it("is plain data for any argv, however broken", () => {
    const broken = [
      [""],
      ["\0"],
      ["\ud800"],
      ["bash", "-c", "\u202e'"],
      ["bash", "-c"],
      ["/bin/ls"],
      ["sudo"],
    ];
    for (const argv of broken) {
      const whole = explained(argv);
      expect(JSON.parse(JSON.stringify(whole))).toEqual(whole);
      expect(whole.nodes.length).toBeGreaterThan(0);
    }
  });
});
