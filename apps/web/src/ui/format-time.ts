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

export function formatClock(date: Date): string {
  return format(date, "HH:mm:ss");
}

export function formatRelative(date: Date, now: Date): string {
  const apartMs = Math.abs(now.getTime() - date.getTime());
  if (apartMs < 10_000) return "just now";
  return formatDistance(date, now, { addSuffix: true });
}
