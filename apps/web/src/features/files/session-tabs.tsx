"use client";

import { Folder, SquareTerminal, Trash2 } from "lucide-react";
import Link from "next/link";
import { cn } from "../../ui/cn.ts";

const tabs = [
  { id: "session", path: "", label: "Session", icon: SquareTerminal },
  { id: "files", path: "/files", label: "Files", icon: Folder },
  { id: "trash", path: "/trash", label: "Trash", icon: Trash2 },
] as const;

type SessionTabsProps = { org: string; sessionId: string; current: (typeof tabs)[number]["id"] };

/** The three sides of one session: what was said, what is there, and what was put away. */
export function SessionTabs({ org, sessionId, current }: SessionTabsProps) {
  return (
    <nav aria-label="Session" className="flex gap-1">
      {tabs.map(({ id, path, label, icon: Icon }) => (
        <Link
          key={id}
          href={`/${org}/sessions/${sessionId}${path}`}
          aria-current={id === current ? "page" : undefined}
          className={cn(
            "inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-xs font-medium text-muted-foreground hover:bg-accent hover:text-foreground [&_svg]:size-3.5",
            id === current && "bg-accent text-foreground",
          )}
        >
          <Icon aria-hidden /> {label}
        </Link>
      ))}
    </nav>
  );
}
