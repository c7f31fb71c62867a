"use client";

import { format } from "date-fns";
import { Input } from "../../ui/input.tsx";
import type { AuditFilters, SetAuditFilters } from "./audit-filters.ts";

const form = "yyyy-MM-dd'T'HH:mm";

function read(value: string): Date | null {
  const date = new Date(value);
  return value === "" || Number.isNaN(date.getTime()) ? null : date;
}

export function TimeRange({ filters, setFilters }: { filters: AuditFilters; setFilters: SetAuditFilters }) {
  const field = (name: "from" | "to", label: string) => (
    <label className="flex items-center gap-2 text-xs text-muted-foreground">
      {label}
      <Input
        type="datetime-local"
        className="h-7.5 w-48"
        value={filters[name] ? format(filters[name], form) : ""}
        onChange={(event) => void setFilters({ [name]: read(event.target.value) })}
      />
    </label>
  );
  return (
    <div className="flex flex-wrap items-center gap-3">
      {field("from", "From")}
      {field("to", "To")}
      <span className="text-xs text-muted-foreground">your local time</span>
    </div>
  );
}
