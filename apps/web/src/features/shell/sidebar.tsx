"use client";

import { may } from "@gatehouse/core/role";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTRPC } from "../../trpc/client.ts";
import { cn } from "../../ui/cn.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { useTitleCount } from "../approval/title-count.ts";
import { ConnectionDot } from "./connection-dot.tsx";
import { navItems } from "./nav-items.ts";
import { NotificationBell } from "./notification-bell.tsx";
import { useMay, useOrg } from "./org-context.tsx";
import { OrgMark } from "./org-mark.tsx";
import { UserMenu } from "./user-menu.tsx";

function usePendingApprovals(): number {
  const trpc = useTRPC();
  const { slug } = useOrg();
  const enabled = useMay("approval.answer_own");
  const pending = useQuery(
    // the count in the title is for who looks at another tab
    trpc.approval.list.queryOptions(
      { org: slug },
      { enabled, refetchInterval: 10_000, refetchIntervalInBackground: true },
    ),
  );
  const count = pending.data?.length ?? 0;
  useTitleCount(count);
  return count;
}

export function Sidebar({ onNavigate, onPalette }: { onNavigate?: () => void; onPalette: () => void }) {
  const org = useOrg();
  const pathname = usePathname();
  const pending = usePendingApprovals();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex items-center pr-2">
        <div className="min-w-0 flex-1">
          <OrgMark />
        </div>
        <NotificationBell className="hidden md:inline-flex" />
      </div>
      <div className="px-2 pb-2">
        <button
          type="button"
          onClick={onPalette}
          className="flex h-8 w-full items-center gap-2 rounded-md border bg-card px-2 text-sm text-muted-foreground hover:bg-accent"
        >
          <Search aria-hidden className="size-3.5" />
          <span className="flex-1 text-left">Go to…</span>
          <Kbd>Ctrl K</Kbd>
        </button>
      </div>
      <nav aria-label="Main" className="grid gap-px px-2">
        {navItems
          .filter((item) => item.needs === undefined || may(org.role, item.needs))
          .map(({ path, label, icon: Icon }) => {
            const href = `/${org.slug}/${path}`;
            const active = pathname === href || pathname.startsWith(`${href}/`);
            return (
              <Link
                key={path}
                href={href}
                aria-current={active ? "page" : undefined}
                onClick={() => onNavigate?.()}
                className={cn(
                  "flex h-8 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-muted-foreground hover:bg-accent hover:text-foreground",
                  active && "bg-accent text-foreground",
                )}
              >
                <Icon aria-hidden className="size-4" />
                <span className="flex-1">{label}</span>
                {path === "approvals" && pending > 0 && (
                  <span className="rounded-full border border-warning-line bg-warning-subtle px-1.5 text-xs text-warning">
                    {pending}
                    <span className="sr-only"> waiting for you</span>
                  </span>
                )}
              </Link>
            );
          })}
      </nav>
      <div className="mt-auto grid gap-1 border-t p-2">
        <ConnectionDot />
        <UserMenu />
      </div>
    </div>
  );
}
