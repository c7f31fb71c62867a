"use client";

import { useEffect, useState } from "react";
import { formatClock, formatDateTime, formatRelative, formatUtc } from "./format-time.ts";

type TimeTextProps = { at: Date | string; form?: "relative" | "clock" | "full"; className?: string };

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
  const text =
    form === "relative"
      ? formatRelative(date, now)
      : form === "clock"
        ? formatClock(date)
        : formatDateTime(date);
  return (
    <time dateTime={iso} title={`${formatDateTime(date)}\n${formatUtc(date)}`} className={className}>
      {text}
    </time>
  );
}
