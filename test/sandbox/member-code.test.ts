import { agentWorkspace } from "@gatehouse/core/path/facts";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSandbox, pin, type TestSandbox } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";

/** Code of the member's own that every Python program loads at its start, left by an earlier command. */
const plant = `
place=$(python3 -m site --user-site) && mkdir -p "$place" && cat > "$place/usercustomize.py" <<'END'
for place in ("${agentWorkspace}/MARK", "/home/agent/keep/MARK", "/home/agent/.config/MARK"):
    try: open(place, "w").close()
    except OSError: pass
print("planted code ran")
END
`;

let sandbox: TestSandbox;
let keep: string;
beforeAll(async () => {
  sandbox = await openSandbox();
  keep = join(sandbox.root, "keep");
  mkdirSync(keep);
  expect((await run(["bash", "-ec", plant])).stderr).toBe("");
});
afterAll(async () => {
  await sandbox.close();
  removeScratch();
});

const run = (argv: readonly string[], profile: { unwritable?: true; strict?: true } = {}) =>
  sandbox.run(argv, { profile: { keep: pin(keep), ...profile } });
const marks = (): boolean[] =>
  [join(sandbox.workspace, "MARK"), join(keep, "MARK"), join(keep, ".config/MARK")].map((path) =>
    existsSync(path),
  );

describe("code that an earlier command left for a program to load", () => {
  it.each([{ unwritable: true }, { unwritable: true, strict: true }] as const)(
    "changes nothing when a call that nobody was asked about loads it: %o",
    async (profile) => {
      const { stdout } = await run(["python3", "-c", "print('answered')"], profile);
      expect(stdout).toBe("planted code ran\nanswered\n");
      expect(marks()).toEqual([false, false, false]);
    },
  );

  it("changes files in an ordinary call: the attempt is real", async () => {
    await run(["python3", "-c", "print('answered')"]);
    expect(marks()).toEqual([true, true, true]);
  });
});
