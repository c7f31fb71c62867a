"use client";

import { may } from "@gatehouse/core/role";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { CircleUser, Keyboard, Plus, Search, SquareTerminal, SunMoon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { type ReactNode, useState } from "react";
import { Dialog as Primitive } from "radix-ui";
import { useTRPC } from "../../trpc/client.ts";
import { overlayClass } from "../../ui/dialog.tsx";
import { navItems } from "./nav-items.ts";
import { useOrg } from "./org-context.tsx";

type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void; onHelp: () => void };

const itemClass =
  "flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2 text-sm select-none data-[selected=true]:bg-accent [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground";
const groupClass =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted-foreground";

function Item({ children, onSelect, value }: { children: ReactNode; onSelect: () => void; value: string }) {
  return (
    <Command.Item value={value} onSelect={onSelect} className={itemClass}>
      {children}
    </Command.Item>
  );
}

export function CommandPalette({ open, onOpenChange, onHelp }: PaletteProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClass} />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed top-[max(1rem,14vh)] left-1/2 z-50 w-[min(36rem,calc(100vw-1.5rem))] -translate-x-1/2 overflow-hidden rounded-lg border bg-popover shadow-pop outline-none"
        >
          <Primitive.Title className="sr-only">Go to a page or session</Primitive.Title>
          <PaletteBody onOpenChange={onOpenChange} onHelp={onHelp} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function PaletteBody({ onOpenChange, onHelp }: Omit<PaletteProps, "open">) {
  const org = useOrg();
  const router = useRouter();
  const trpc = useTRPC();
  const { resolvedTheme, setTheme } = useTheme();
  const [search, setSearch] = useState("");
  const query = search.trim();
  const sessions = useQuery(
    trpc.session.list.queryOptions(
      { org: org.slug, ...(query === "" ? {} : { query }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const run = (action: () => void) => {
    onOpenChange(false);
    action();
  };
  return (
    <Command label="Go to" loop>
      <div className="flex items-center gap-2 border-b px-3">
        <Search aria-hidden className="size-4 text-muted-foreground" />
        <Command.Input
          value={search}
          onValueChange={setSearch}
          placeholder="Go to a page, a session, or an action"
          className="h-11 flex-1 bg-transparent text-base outline-none placeholder:text-muted-foreground"
        />
      </div>
      <Command.List className="max-h-[min(24rem,56vh)] overflow-y-auto p-1.5">
        <Command.Empty className="p-6 text-center text-sm text-muted-foreground">
          Nothing found.
        </Command.Empty>
        <Command.Group heading="Pages" className={groupClass}>
          {navItems
            .filter((item) => !item.needs || may(org.role, item.needs))
            .map(({ path, label, icon: Icon }) => (
              <Item key={path} value={label} onSelect={() => run(() => router.push(`/${org.slug}/${path}`))}>
                <Icon aria-hidden /> {label}
              </Item>
            ))}
          <Item value="Profile and security" onSelect={() => run(() => router.push(`/${org.slug}/profile`))}>
            <CircleUser aria-hidden /> Profile and security
          </Item>
        </Command.Group>
        <Command.Group heading="Sessions" className={groupClass}>
          {(sessions.data?.items ?? []).slice(0, 12).map((session) => (
            <Item
              key={session.id}
              value={`${session.title} ${session.id}`}
              onSelect={() => run(() => router.push(`/${org.slug}/sessions/${session.id}`))}
            >
              <SquareTerminal aria-hidden />
              <span className="min-w-0 flex-1 truncate">{session.title}</span>
              <span className="text-xs text-muted-foreground">{session.owner.name}</span>
            </Item>
          ))}
        </Command.Group>
        <Command.Group heading="Actions" className={groupClass}>
          {may(org.role, "session.create") && (
            <Item
              value="New session"
              onSelect={() => run(() => router.push(`/${org.slug}/sessions?new=true`))}
            >
              <Plus aria-hidden /> New session
            </Item>
          )}
          <Item
            value="Switch between light and dark"
            onSelect={() => run(() => setTheme(resolvedTheme === "dark" ? "light" : "dark"))}
          >
            <SunMoon aria-hidden /> Switch between light and dark
          </Item>
          <Item value="Keyboard shortcuts" onSelect={() => run(onHelp)}>
            <Keyboard aria-hidden /> Keyboard shortcuts
          </Item>
        </Command.Group>
      </Command.List>
    </Command>
  );
}
