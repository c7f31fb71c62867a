import type { Ask } from "@gatehouse/core/policy/decision";

/** What "Run once" would permit, in words. */
export function askText(ask: Ask, of: { command: boolean } = { command: true }): string {
  switch (ask.kind) {
    case "call":
      return of.command ? "Run this command once, in the sandbox." : "Exactly this call, once.";
    case "network":
      return "Open the network for this command.";
    case "read_path":
      return `Read ${ask.path}.`;
    case "write_path":
      return `Write ${ask.path}.`;
    case "unsandboxed":
      return "Run this command outside the sandbox.";
    case "sudo":
      return `Run ${ask.binary} as root, outside the sandbox.`;
    case "trash":
      return `Move ${ask.path} to the trash.`;
  }
}
