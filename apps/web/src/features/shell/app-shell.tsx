"use client";

import { Menu } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Sheet, SheetContent, SheetTrigger } from "../../ui/sheet.tsx";
import { Logo } from "./logo.tsx";
import { NotificationBell } from "./notification-bell.tsx";
import { useOrg } from "./org-context.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useNotificationStream } from "./use-notifications.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const loadPalette = () => import("./command-palette.tsx").then((part) => part.CommandPalette);

/** Not part of what the page waits for: the palette follows at once, the help when it is asked for. */
const CommandPalette = dynamic(loadPalette);
const ShortcutHelp = dynamic(() => import("./shortcut-help.tsx").then((part) => part.ShortcutHelp));

export function AppShell({ children }: { children: ReactNode }) {
  const { name } = useOrg();
  const [menu, setMenu] = useState(false);
  const [palette, setPalette] = useState(false);
  const [help, setHelp] = useState(false);
  useEffect(() => {
    void loadPalette();
  }, []);
  useNotificationStream();
  useShortcuts({ onPalette: () => setPalette(true), onHelp: () => setHelp(true) });
  return (
    <div className="flex h-dvh flex-col md:grid md:grid-cols-[14.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-popover focus:px-3 focus:py-2 focus:shadow-pop"
      >
        Skip to content
      </a>
      <aside className="hidden min-h-0 border-r bg-sidebar md:block">
        <Sidebar onPalette={() => setPalette(true)} />
      </aside>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b bg-sidebar px-2 md:hidden">
        <Sheet open={menu} onOpenChange={setMenu}>
          <SheetTrigger asChild>
            <Button variant="ghost" size="icon" className="size-10" aria-label="Open the menu">
              <Menu className="!size-5" />
            </Button>
          </SheetTrigger>
          <SheetContent title="Menu">
            <Sidebar
              onNavigate={() => setMenu(false)}
              onPalette={() => {
                setMenu(false);
                setPalette(true);
              }}
            />
          </SheetContent>
        </Sheet>
        <Logo className="size-6" />
        <span className="min-w-0 flex-1 truncate text-sm font-semibold">{name}</span>
        <NotificationBell className="size-10" />
      </header>
      <main id="content" tabIndex={-1} className="min-h-0 min-w-0 flex-1 overflow-y-auto outline-none">
        {children}
      </main>
      {palette && <CommandPalette open onOpenChange={setPalette} onHelp={() => setHelp(true)} />}
      {help && <ShortcutHelp open onOpenChange={setHelp} />}
    </div>
  );
}
