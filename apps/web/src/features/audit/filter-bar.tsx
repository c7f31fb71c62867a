"use client";

import { outcomes } from "@gatehouse/core/tool-call/status";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTRPC } from "../../trpc/client.ts";
import { Button } from "../../ui/button.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select, type SelectOption } from "../../ui/select.tsx";
import { useOrg } from "../shell/org-context.tsx";
import {
  type AuditFilters,
  isFiltered,
  noFilters,
  type SetAuditFilters,
  spanNames,
  verdicts,
} from "./audit-filters.ts";
import { outcomeLabel } from "./outcome-label.ts";
import { TimeRange } from "./time-range.tsx";

const any = "any";

const spanOptions: SelectOption[] = [
  { value: any, label: "Any time" },
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "custom", label: "From … to …" },
];

function oneOf<Value extends string>(values: readonly Value[], value: string): Value | null {
  return values.find((one) => one === value) ?? null;
}

type FilterBarProps = { filters: AuditFilters; setFilters: SetAuditFilters };

export function FilterBar({ filters, setFilters }: FilterBarProps) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const members = useQuery(trpc.member.list.queryOptions({ org: slug }));
  const memberOptions: SelectOption[] = [
    { value: any, label: "Any member" },
    ...(members.data ?? []).map((member) => ({ value: member.id, label: member.name })),
  ];
  return (
    <search className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label="Search in arguments"
          placeholder="Search in arguments"
          value={filters.text}
          onValue={(text) => void setFilters({ text: text === "" ? null : text })}
        />
        <SearchInput
          label="Program"
          placeholder="Program"
          className="sm:w-40"
          value={filters.program}
          onValue={(program) => void setFilters({ program: program.trim() === "" ? null : program.trim() })}
        />
        <Select
          aria-label="Member"
          className="w-40"
          options={memberOptions}
          value={filters.member === "" ? any : filters.member}
          onValueChange={(value) => void setFilters({ member: value === any ? null : value })}
        />
        <Select
          aria-label="Verdict"
          className="w-32"
          options={[
            { value: any, label: "Any verdict" },
            ...verdicts.map((one) => ({ value: one, label: one })),
          ]}
          value={filters.verdict ?? any}
          onValueChange={(value) => void setFilters({ verdict: oneOf(verdicts, value) })}
        />
        <Select
          aria-label="Outcome"
          className="w-40"
          options={[
            { value: any, label: "Any outcome" },
            ...outcomes.map((one) => ({ value: one, label: outcomeLabel[one] })),
          ]}
          value={filters.outcome ?? any}
          onValueChange={(value) => void setFilters({ outcome: oneOf(outcomes, value) })}
        />
        <Select
          aria-label="Time"
          className="w-36"
          options={spanOptions}
          value={filters.time ?? any}
          onValueChange={(value) => void setFilters({ time: oneOf(spanNames, value) })}
        />
        {isFiltered(filters) && (
          <Button variant="quiet" size="sm" onClick={() => void setFilters(noFilters)}>
            <X aria-hidden /> Clear
          </Button>
        )}
      </div>
      {filters.time === "custom" && <TimeRange filters={filters} setFilters={setFilters} />}
    </search>
  );
}
