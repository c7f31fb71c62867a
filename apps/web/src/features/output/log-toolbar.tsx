"use client";

import {
  ArrowDownToLine,
  Clock,
  Download,
  ExternalLink,
  FileText,
  Maximize2,
  Minimize2,
  Search,
  WrapText,
} from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatBytes, formatCount } from "../../ui/format-bytes.ts";
import { GoToRow } from "./go-to-row.tsx";
import type { LogSummary } from "./use-log.ts";

export type LogOptions = { wrap: boolean; times: boolean; tall: boolean };

type LogToolbarProps = {
  org: string;
  summary: LogSummary;
  lost: boolean;
  options: LogOptions;
  onOptions: (options: LogOptions) => void;
  follow: boolean;
  onFollow: (follow: boolean) => void;
  finding: boolean;
  onFind: (finding: boolean) => void;
  /** from 0 */
  onRow: (row: number) => void;
  /** the page of its own, which has no link to itself and is as tall as can be */
  page: boolean;
};

const copyLimitBytes = 8 * 1024 * 1024;
/** A shorter output is scrolled through sooner than a number is typed. */
const goToFromRows = 100;

function Toggle(props: {
  on: boolean;
  onChange: (on: boolean) => void;
  children: ReactNode;
  label?: string;
}) {
  return (
    <Button
      variant="quiet"
      size={props.label === undefined ? "sm" : "icon-sm"}
      aria-pressed={props.on}
      {...(props.label === undefined ? {} : { "aria-label": props.label, title: props.label })}
      className="aria-pressed:bg-accent aria-pressed:text-foreground"
      onClick={() => props.onChange(!props.on)}
    >
      {props.children}
    </Button>
  );
}

async function cleanedText(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the output was not given: ${answer.status}`);
  return (await answer.text()).replace(/\n$/, "");
}

export function LogToolbar(props: LogToolbarProps) {
  const { org, summary, lost, options, onOptions, follow, page } = props;
  const url = `/api/orgs/${encodeURIComponent(org)}/executions/${encodeURIComponent(summary.executionId)}/output`;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 border-b px-2 py-0.5">
      <p className="text-xs text-muted-foreground tabular-nums" aria-live="off">
        {formatBytes(summary.bytes)} · {formatCount(summary.rows, "row")}
        {lost && (
          <span role="status" className="ml-2 text-warning">
            Stream lost, resuming from byte {summary.bytes.toLocaleString("en-US")}
          </span>
        )}
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-0.5">
        {summary.rows >= goToFromRows && <GoToRow rows={summary.rows} onRow={props.onRow} />}
        {summary.state === "running" && (
          <Toggle on={follow} onChange={props.onFollow}>
            <ArrowDownToLine aria-hidden /> Follow
          </Toggle>
        )}
        <Toggle on={props.finding} onChange={props.onFind}>
          <Search aria-hidden /> Find
        </Toggle>
        <Toggle on={options.wrap} onChange={(wrap) => onOptions({ ...options, wrap })}>
          <WrapText aria-hidden /> Wrap
        </Toggle>
        <Toggle
          on={options.times}
          onChange={(times) => onOptions({ ...options, times })}
          label="Show when each row was written"
        >
          <Clock aria-hidden />
        </Toggle>
        {summary.bytes <= copyLimitBytes && (
          <CopyButton label="Copy the output as text" text={() => cleanedText(`${url}?form=text`)} />
        )}
        <Button asChild variant="quiet" size="icon-sm">
          <a href={url} download aria-label="Download the raw output" title="Download the raw output">
            <Download aria-hidden />
          </a>
        </Button>
        <Button asChild variant="quiet" size="icon-sm">
          <a
            href={`${url}?form=text`}
            download
            aria-label="Download the output as plain text"
            title="Download the output as plain text"
          >
            <FileText aria-hidden />
          </a>
        </Button>
        {!page && (
          <>
            <Button asChild variant="quiet" size="icon-sm">
              <Link
                href={`/${org}/output/${summary.executionId}`}
                aria-label="Open the output on a page of its own"
                title="Open the output on a page of its own"
              >
                <ExternalLink aria-hidden />
              </Link>
            </Button>
            <Toggle
              on={options.tall}
              onChange={(tall) => onOptions({ ...options, tall })}
              label={options.tall ? "Make the output smaller" : "Make the output taller"}
            >
              {options.tall ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
            </Toggle>
          </>
        )}
      </div>
    </div>
  );
}
