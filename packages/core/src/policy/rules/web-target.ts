import { mayFetch } from "../../web/may-fetch.ts";
import { deny } from "../reason.ts";
import type { WebRule } from "../web-rule.ts";

/** Where a tool may fetch from, as far as the address tells; what its name resolves to is judged when it is dialled. */
export const webTarget: WebRule = ({ call, policy }) => {
  if (call.tool === "search_web" && policy.search_url === "")
    return [
      deny("web-target", "search_off", "searching the web is not set up for this org", {
        hint: "fetch a page whose address you know, or ask an admin to set search_url in the policy",
      }),
    ];
  const url = call.tool === "search_web" ? policy.search_url : call.input.url;
  const found = mayFetch(url, policy);
  if (found.ok) return [];
  return [deny("web-target", found.code, found.sentence, { hint: found.hint })];
};
