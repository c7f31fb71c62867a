import { format, formatDistance } from "date-fns";

function zone(date: Date): string {
  const part = new Intl.DateTimeFormat("en", { timeZoneName: "short" })
    .formatToParts(date)
    .find((one) => one.type === "timeZoneName");
  return part?.value ?? "";
}

export function formatUtc(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

export function formatDateTime(date: Date): string {
  return `${format(date, "d MMM yyyy, HH:mm:ss")} ${zone(date)}`;
}

/** For the cells of a table: the year only when it is not this one, the zone left to the hover text. */
export function formatCompact(date: Date, now: Date): string {
  return format(date, date.getFullYear() === now.getFullYear() ? "d MMM HH:mm:ss" : "d MMM yyyy HH:mm:ss");
}

export function formatPrecise(date: Date): string {
  return `${format(date, "d MMM yyyy, HH:mm:ss.SSS")} ${zone(date)}`;
}

export function formatClockMs(date: Date): string {
  return format(date, "HH:mm:ss.SSS");
}

export function formatClock(date: Date): string {
  return format(date, "HH:mm:ss");
}

export function formatRelative(date: Date, now: Date): string {
  const apartMs = Math.abs(now.getTime() - date.getTime());
  if (apartMs < 10_000) return "just now";
  return formatDistance(date, now, { addSuffix: true });
}
