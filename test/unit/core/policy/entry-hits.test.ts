import { digestInput } from "@gatehouse/core/canonical";
import { entryHits } from "@gatehouse/core/policy/replay/entry-hits";
import type { PastCall } from "@gatehouse/core/policy/replay/replay";
import type { ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { expect, test } from "vitest";
import { facts, policyOf, shell } from "../../../helpers/guard.ts";

let at = 0;
function past(call: ToolCall): PastCall {
  at += 1;
  const digest = digestInput({ tool: call.tool, input: JSON.parse(JSON.stringify(call.input)) });
  return {
    id: String(at),
    memberId: "m",
    sessionId: "s",
    atMs: at,
    call,
    digest,
    mode: "auto",
    grants: [],
    facts,
    factsKey: "0",
  };
}

test("an entry of a policy counts each call that it had a part in once, whatever the tool", () => {
  const policy = policyOf({
    denied_command: ["nc"],
    denied_path: ["/srv/secret"],
    net_white_list: ["wiki.internal"],
    network_host: ["example.com"],
    readable_path: ["/var/log"],
    read_only_command: ["mytool show"],
    dangerous_pattern: [{ name: "push", binary: "git", arguments: ["push", "--force"] }],
  });
  const calls = [
    past({ tool: "run_command", input: { argv: ["bash", "-c", "nc a; nc b"] } }),
    past({ tool: "background_command", input: { argv: ["nc", "-l"] } }),
    past({ tool: "background_command", input: { argv: ["git", "push", "--force"] } }),
    past({ tool: "run_command", input: { argv: ["mytool", "show", "x"] } }),
    past({ tool: "read_files", input: { files: [{ path: "/srv/secret/a" }, { path: "/var/log/b" }] } }),
    past({ tool: "fetch_page", input: { url: "http://wiki.internal/page" } }),
    past({ tool: "http_request", input: { url: "https://example.com/" } }),
    past({ tool: "download_file", input: { url: "https://other.example/", output_path: "x" } }),
  ];
  const hits = entryHits(calls, policy, shell).map(({ path, entry, count }) => `${path} ${entry}: ${count}`);
  for (const wanted of [
    "denied_command nc: 2",
    "dangerous_pattern push: 1",
    "read_only_command mytool show: 1",
    "denied_path /srv/secret: 1",
    "readable_path /var/log: 1",
    "net_white_list wiki.internal: 1",
    "network_host example.com: 1",
  ])
    expect(hits).toContain(wanted);
});
