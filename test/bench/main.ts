import { parseArgs } from "node:util";
import { type Bench, line } from "./figure.ts";

/** `npm run bench [-- --json] [NAME]`: NAME is a bench (its keys below) or nothing for all of them. */
const benches: Record<string, () => Promise<Bench>> = {
  guard: async () => (await import("./guard.ts")).guardBench,
  scripts: async () => (await import("./scripts.ts")).scriptsBench,
  sandbox: async () => (await import("./sandbox.ts")).sandboxBench,
  record: async () => (await import("./record.ts")).recordBench,
  memory: async () => (await import("./memory.ts")).memoryBench,
  peer: async () => (await import("./peer.ts")).peerBench,
  output: async () => (await import("./output.ts")).outputBench,
  preview: async () => (await import("./preview.ts")).previewBench,
  call: async () => (await import("./call.ts")).callBench,
  throughput: async () => (await import("./throughput.ts")).throughputBench,
  history: async () => (await import("./history.ts")).historyBench,
  viewers: async () => (await import("./viewers.ts")).viewersBench,
};

const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
});
const wanted = positionals.length > 0 ? positionals : Object.keys(benches);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`no bench named ${unknown.join(", ")}; there are ${Object.keys(benches).join(", ")}`);
  process.exit(2);
}
for (const name of wanted) {
  const load = benches[name];
  if (!load) continue;
  const bench = await load();
  for (const figure of await bench.run()) console.log(values.json ? JSON.stringify(figure) : line(figure));
}
process.exit(0);
