"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { cn } from "./cn.ts";
import { Input } from "./input.tsx";

type SearchInputProps = {
  label: string;
  placeholder: string;
  value: string;
  onValue: (value: string) => void;
  className?: string;
};

const settleMs = 250;

/** Reports a moment after the last key, so that an address or a query does not change with every letter. */
export function SearchInput({ label, placeholder, value, onValue, className }: SearchInputProps) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  useEffect(() => {
    if (draft === value) return;
    const timer = setTimeout(() => onValue(draft), settleMs);
    return () => clearTimeout(timer);
  }, [draft, value, onValue]);
  return (
    <div className={cn("relative w-full sm:w-64", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-2 left-2.5 size-3.5 text-muted-foreground"
      />
      <Input
        type="search"
        data-main-input
        aria-label={label}
        placeholder={placeholder}
        className="h-7.5 pl-8"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onValue(draft);
        }}
      />
    </div>
  );
}
