"use client";

import { useMutation } from "@tanstack/react-query";
import { ChevronsUpDown, CircleUser, LogOut, Monitor, Moon, Sun } from "lucide-react";
import Link from "next/link";
import { useTheme } from "next-themes";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../ui/dropdown-menu.tsx";
import { useOrg } from "./org-context.tsx";

export function UserMenu() {
  const { user, role, slug } = useOrg();
  const trpc = useTRPC();
  const { theme, setTheme } = useTheme();
  const signOut = useMutation(
    trpc.login.end.mutationOptions({
      onSuccess: () => window.location.assign("/login"),
      onError: (error) => toast.error(errorText(error)),
    }),
  );
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="flex h-10 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-accent data-[state=open]:bg-accent">
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-full border bg-muted text-2xs font-semibold uppercase"
        >
          {user.name.slice(0, 2)}
        </span>
        <span className="grid min-w-0 flex-1 leading-tight">
          <span className="truncate text-sm font-medium">{user.name}</span>
          <span className="text-2xs text-muted-foreground">{role}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-3.5 text-muted-foreground" />
        <span className="sr-only">Account and theme</span>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top" className="w-56">
        <DropdownMenuLabel className="truncate">{user.email}</DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Theme</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={theme ?? "system"} onValueChange={setTheme}>
          <DropdownMenuRadioItem value="light">
            <Sun aria-hidden /> Light
          </DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="dark">
            <Moon aria-hidden /> Dark
          </DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="system">
            <Monitor aria-hidden /> As the system
          </DropdownMenuRadioItem>
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href={`/${slug}/profile`}>
            <CircleUser aria-hidden /> Profile and security
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => signOut.mutate()}>
          <LogOut aria-hidden /> Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
