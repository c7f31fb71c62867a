"use client";

import type { HttpRequestInput } from "@gatehouse/core/tool-call/web-input";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { DiffView } from "../files/diff-view.tsx";
import { LineList } from "../files/line-list.tsx";
import { useOrg } from "../shell/org-context.tsx";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { editDiff } from "./edit-diff.ts";
import { isLong, textKey } from "./read-end.ts";
import { useEndSeen } from "./use-end-seen.ts";

type AskedTextProps = { call: ToolCallView; approval: { id: string; shown: string } };
type Asked = { kind: "diff" | "request"; text: string };

/** What a yes would write to a file or send to a host, all of it. A yes takes having seen it to its end, as with a command. */
export function AskedText({ call, approval }: AskedTextProps) {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const beginning = askedOf(call);
  const cut = beginning !== null && isCut(beginning.text);
  const whole = useQuery(
    trpc.approval.whole.queryOptions(
      { org, approvalId: approval.id },
      { enabled: cut, staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  const asked = cut ? (whole.data === undefined ? null : askedOf(whole.data)) : beginning;
  const long = beginning !== null && isLong([beginning.text]);
  const end = useEndSeen<HTMLSpanElement>(textKey(approval), long);
  if (beginning === null) return null;
  if (whole.isError)
    return (
      <ErrorState
        title="The whole text cannot be shown"
        message={errorText(whole.error)}
        onRetry={() => void whole.refetch()}
      />
    );
  if (asked === null) return <SkeletonRows rows={4} />;
  return (
    <div className="mt-1 overflow-hidden rounded-md border bg-card" data-whole-text={approval.id}>
      {asked.kind === "diff" ? (
        <DiffView diff={asked.text} label="The change it asks for" wrap end={end} />
      ) : (
        <LineList lines={asked.text.split("\n")} label="What it would send" wrap end={end} />
      )}
    </div>
  );
}

type Call = Pick<ToolCallView, "tool" | "input">;

function askedOf(call: Call): Asked | null {
  if (isEdit(call)) {
    const text = editDiff(call.input);
    return text === null ? null : { kind: "diff", text };
  }
  if (!isRequest(call)) return null;
  const text = requestText(call.input);
  return text === "" ? null : { kind: "request", text };
}

function isEdit(call: Call): call is Extract<ToolCallView, { tool: "edit_file" }> {
  return call.tool === "edit_file";
}

function isRequest(call: Call): call is Extract<ToolCallView, { tool: "http_request" }> {
  return call.tool === "http_request";
}

function requestText({ headers = {}, content_type: type, body }: HttpRequestInput): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (type !== undefined) lines.push(`content-type: ${type}`);
  return body === undefined
    ? lines.join("\n")
    : [...lines, ...(lines.length > 0 ? [""] : []), body].join("\n");
}

/** Ends as the server ends what it shows the beginning of. */
function isCut(text: string): boolean {
  return /\[\d+ more characters\]$/m.test(text);
}
