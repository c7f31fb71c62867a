"use client";

import type { WebCall } from "@gatehouse/core/tool-call/tool-call";
import { Download, FileText, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { SeenText, VisibleText } from "../argv/visible-text-view.tsx";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { useCallResult } from "../tool-call/use-call-result.ts";
import { AnswerFacts, Problem } from "./answer-facts.tsx";
import { FoundPages } from "./found-pages.tsx";

type Of<Tool extends WebCall["tool"]> = { call: ToolCallView & Extract<WebCall, { tool: Tool }> };

/** A call over the network: what was asked of whom, and what came back. */
export function WebPart({ call }: { call: ToolCallView & WebCall }) {
  switch (call.tool) {
    case "http_request":
      return <RequestPart call={call} />;
    case "fetch_page":
      return <PagePart call={call} />;
    case "search_web":
      return <SearchPart call={call} />;
    case "download_file":
      return <DownloadPart call={call} />;
  }
}

function Line({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1 px-3 pt-1.5 pb-2.5 text-sm">
      {mark}
      {children}
    </p>
  );
}

function Address({ text }: { text: string }) {
  return (
    <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">
      <VisibleText text={text} />
    </code>
  );
}

function RequestPart({ call }: Of<"http_request">) {
  const { method = "GET", url, body } = call.input;
  const answer = useCallResult(call, "http_request")?.answer;
  return (
    <>
      <Line mark={<Badge tone={method === "GET" || method === "HEAD" ? "outline" : "info"}>{method}</Badge>}>
        <Address text={url} />
        {body !== undefined && (
          <span className="text-xs text-muted-foreground">with a body of {body.length} characters</span>
        )}
      </Line>
      {answer &&
        ("error" in answer ? <Problem problem={answer} /> : <AnswerFacts asked={url} answer={answer} />)}
    </>
  );
}

function PagePart({ call }: Of<"fetch_page">) {
  const { url } = call.input;
  const page = useCallResult(call, "fetch_page")?.page;
  return (
    <>
      <Line mark={<Icon label="Page" icon={<FileText aria-hidden />} />}>
        <Address text={url} />
      </Line>
      {page &&
        ("error" in page ? (
          <Problem problem={page} />
        ) : (
          <AnswerFacts asked={url} answer={page} title={page.title} />
        ))}
    </>
  );
}

function SearchPart({ call }: Of<"search_web">) {
  const found = useCallResult(call, "search_web")?.found;
  return (
    <>
      <Line mark={<Icon label="Search" icon={<Search aria-hidden />} />}>
        <span className="[overflow-wrap:anywhere]">
          <SeenText text={call.input.query} />
        </span>
      </Line>
      {found && ("error" in found ? <Problem problem={found} /> : <FoundPages pages={found.pages} />)}
    </>
  );
}

function DownloadPart({ call }: Of<"download_file">) {
  const { url, output_path: path } = call.input;
  const file = useCallResult(call, "download_file")?.file;
  const written = file && !("error" in file) && "bytes" in file.receipt ? file.receipt.bytes : null;
  return (
    <>
      <Line mark={<Icon label="Download" icon={<Download aria-hidden />} />}>
        <Address text={url} />
        <span className="text-muted-foreground">to</span>
        <Address text={path} />
      </Line>
      {file &&
        ("error" in file ? (
          <Problem problem={file} />
        ) : "error" in file.receipt ? (
          <Problem problem={{ error: file.receipt.error, code: "not_written" }} />
        ) : (
          <AnswerFacts
            asked={url}
            answer={{ url: file.url, status: null, mediaType: file.mediaType, bytes: written ?? 0 }}
          />
        ))}
    </>
  );
}

function Icon({ label, icon }: { label: string; icon: ReactNode }) {
  return (
    <Badge tone="outline">
      {icon} {label}
    </Badge>
  );
}
