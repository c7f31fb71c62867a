"use client";

import { Check, ChevronsUpDown } from "lucide-react";
import Link from "next/link";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../ui/dropdown-menu.tsx";
import { Logo } from "./logo.tsx";
import { useOrg } from "./org-context.tsx";

/** The org's name; a menu when the person belongs to more than one. */
export function OrgMark() {
  const { slug, name, orgs } = useOrg();
  const face = (
    <>
      <Logo className="size-6 shrink-0" />
      <span className="grid min-w-0 flex-1 text-left leading-tight">
        <span className="truncate text-sm font-semibold">{name}</span>
        <span className="text-2xs text-muted-foreground">Gatehouse</span>
      </span>
    </>
  );
  if (orgs.length < 2) {
    return (
      <Link
        href={`/${slug}/sessions`}
        className="m-2 flex h-10 items-center gap-2.5 rounded-md px-2 hover:bg-accent"
      >
        {face}
      </Link>
    );
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="m-2 flex h-10 w-[calc(100%-1rem)] items-center gap-2.5 rounded-md px-2 hover:bg-accent">
        {face}
        <ChevronsUpDown aria-hidden className="size-3.5 text-muted-foreground" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-56">
        {orgs.map((one) => (
          <DropdownMenuItem key={one.slug} asChild>
            <Link href={`/${one.slug}/sessions`}>
              <span className="flex-1 truncate">{one.name}</span>
              {one.slug === slug && <Check aria-label="current" />}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
