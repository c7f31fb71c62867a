"use client";

import { may } from "@gatehouse/core/role";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTRPC } from "../../trpc/client.ts";
import { Button } from "../../ui/button.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select, type SelectOption } from "../../ui/select.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { isFiltered, type JobFilters, jobStates, noJobFilters, type SetJobFilters } from "./job-filters.ts";

const any = "any";
const stateOptions: SelectOption[] = [
  { value: any, label: "Any state" },
  { value: "active", label: "Not over" },
  { value: "ended", label: "Over" },
];

type JobFilterBarProps = { filters: JobFilters; setFilters: SetJobFilters };

export function JobFilterBar({ filters, setFilters }: JobFilterBarProps) {
  const { slug, role } = useOrg();
  const trpc = useTRPC();
  const readsAny = may(role, "job.read_any");
  const members = useQuery(trpc.member.list.queryOptions({ org: slug }, { enabled: readsAny }));
  const sessions = useQuery(trpc.session.list.queryOptions({ org: slug }));
  const memberOptions = (members.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const sessionOptions = (sessions.data?.items ?? []).map(({ id, title }) => ({ value: id, label: title }));
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchInput
        label="Program"
        placeholder="Program"
        className="sm:w-44"
        value={filters.program}
        onValue={(program) => void setFilters({ program: program.trim() === "" ? null : program.trim() })}
      />
      <Select
        aria-label="State"
        className="min-w-32 flex-1 sm:w-32 sm:flex-none"
        options={stateOptions}
        value={filters.state ?? any}
        onValueChange={(value) =>
          void setFilters({ state: jobStates.find((state) => state === value) ?? null })
        }
      />
      <Select
        aria-label="Session"
        className="min-w-32 flex-1 sm:w-48 sm:flex-none"
        options={[{ value: any, label: "Any session" }, ...sessionOptions]}
        value={filters.session === "" ? any : filters.session}
        onValueChange={(value) => void setFilters({ session: value === any ? null : value })}
      />
      {readsAny && (
        <Select
          aria-label="Member"
          className="min-w-32 flex-1 sm:w-40 sm:flex-none"
          options={[{ value: any, label: "Any member" }, ...memberOptions]}
          value={filters.member === "" ? any : filters.member}
          onValueChange={(value) => void setFilters({ member: value === any ? null : value })}
        />
      )}
      {isFiltered(filters) && (
        <Button variant="quiet" size="sm" onClick={() => void setFilters(noJobFilters)}>
          <X aria-hidden /> Clear
        </Button>
      )}
    </search>
  );
}
