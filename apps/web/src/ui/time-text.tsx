"use client";

import { useEffect, useState } from "react";
import {
  formatClock,
  formatCompact,
  formatDateTime,
  formatPrecise,
  formatRelative,
  formatUtc,
} from "./format-time.ts";

type TimeForm = "relative" | "clock" | "compact" | "full" | "precise";
type TimeTextProps = { at: Date | string; form?: TimeForm; className?: string };

function textOf(date: Date, form: TimeForm, now: Date): string {
  switch (form) {
    case "relative":
      return formatRelative(date, now);
    case "clock":
      return formatClock(date);
    case "compact":
      return formatCompact(date, now);
    case "precise":
      return formatPrecise(date);
    case "full":
      return formatDateTime(date);
  }
}

/** Local time with its zone; UTC and the full local form on hover. Rendered in the browser only, where the zone is known. */
export function TimeText({ at, form = "full", className }: TimeTextProps) {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    setNow(new Date());
    if (form !== "relative") return;
    const timer = setInterval(() => setNow(new Date()), 15_000);
    return () => clearInterval(timer);
  }, [form]);
  const date = typeof at === "string" ? new Date(at) : at;
  const iso = date.toISOString();
  if (now === null) return <time dateTime={iso} className={className} />;
  return (
    <time dateTime={iso} title={`${formatDateTime(date)}\n${formatUtc(date)}`} className={className}>
      {textOf(date, form, now)}
    </time>
  );
}
