import { allow, ask } from "../reason.ts";
import type { WebRule } from "../web-rule.ts";

/** Reading a page asks nobody. What may change something elsewhere, or brings a file, asks in safe mode. */
export const webMode: WebRule = ({ call, mode }) => {
  const doing = changing(call);
  if (doing === null) return [allow("web-mode", "only reads from the network")];
  if (mode === "auto") return [allow("web-mode", `${doing} without asking in auto mode`)];
  return [
    ask("web-mode", "needs_confirmation", `${doing}, and the session is in safe mode`, {
      strength: "confirm",
      ask: { kind: "call" },
    }),
  ];
};

function changing(call: Parameters<WebRule>[0]["call"]): string | null {
  if (call.tool === "download_file") return "brings a file from the network";
  if (call.tool !== "http_request") return null;
  const method = call.input.method ?? "GET";
  return method === "GET" ? null : `sends a ${method} request`;
}
