import { parseArgs } from "node:util";

/** The command line of the guard; `null` where a file is not given. */
export type GuardOptions = {
  policy: string | null;
  policies: string | null;
  facts: string | null;
  cases: boolean;
};

export const usage = `usage: npm run guard -- [--policy FILE | --policies FILE] [--facts FILE] < CASES
       npm run guard -- --policy FILE --cases

Reads cases as JSON lines on standard input and prints one verdict a line, in the same order.
A case: {"argv": ["git", "status"], "id": 1, "mode": "safe", "network": true, "write_paths": [], "sandbox": true, "policy": "name"}
All but argv may be left out.

  --policy FILE    judge with this policy; the default policy without it
  --policies FILE  an object of policies by name, of which each case names one
  --facts FILE     what is known of paths: {"home", "workspace", "links", "existing", "roots"}
  --cases          run the test cases that were exported with the policy; exits 1 when one fails
  -h, --help       print this
`;

export function readGuardOptions(
  args: readonly string[],
): GuardOptions | { help: true } | { problem: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      options: {
        policy: { type: "string" },
        policies: { type: "string" },
        facts: { type: "string" },
        cases: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) return { help: true };
    const { policy = null, policies = null, facts = null, cases } = values;
    if (cases && policy === null)
      return { problem: "--cases needs --policy FILE, a file that was exported with its test cases" };
    return { policy, policies, facts, cases };
  } catch (cause) {
    return { problem: cause instanceof Error ? cause.message : String(cause) };
  }
}
