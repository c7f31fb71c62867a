"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { Popover, PopoverContent, PopoverTrigger } from "../../ui/popover.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { notificationText } from "./notification-text.ts";
import { useOrg } from "./org-context.tsx";
import { useNotifications } from "./use-notifications.ts";

/** What the member was told, with the number of unread ones. */
export function NotificationBell({ className }: { className?: string }) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const { data } = useNotifications();
  const read = useMutation(
    trpc.notification.read.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.notification.list.pathKey() }),
    }),
  );
  const unread = data?.unread ?? 0;
  const shown = unread > 99 ? "99+" : String(unread);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="quiet"
          size="icon"
          className={cn("relative", className)}
          aria-label={unread === 0 ? "Notifications" : `Notifications, ${shown} unread`}
        >
          <Bell aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full border border-info-line bg-info-subtle px-1 text-2xs leading-4 font-medium text-info"
            >
              {shown}
            </span>
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        aria-label="Notifications"
        align="start"
        className="grid max-h-[min(28rem,70vh)] w-80 gap-2 overflow-y-auto p-2"
      >
        <div className="flex min-h-7 items-center justify-between px-1">
          <p className="text-sm font-medium">Notifications</p>
          {unread > 0 && (
            <Button variant="quiet" size="sm" onClick={() => read.mutate({ org: slug, ids: "all" })}>
              Mark all as read
            </Button>
          )}
        </div>
        {data?.items.length === 0 && (
          <p className="px-1 pb-1 text-sm text-muted-foreground">
            Nothing yet. A command in the background tells you here when it ends or prints a keyword.
          </p>
        )}
        <ul className="grid gap-px">
          {data?.items.map((one) => {
            const { title, detail, href } = notificationText(slug, one);
            return (
              <li key={one.id}>
                <Link
                  href={href}
                  onClick={() => {
                    setOpen(false);
                    if (one.readAt === null) read.mutate({ org: slug, ids: [one.id] });
                  }}
                  className="grid gap-0.5 rounded-md px-2 py-1.5 hover:bg-accent"
                >
                  <span className="flex items-start gap-2">
                    <span
                      className={cn(
                        "min-w-0 flex-1 text-sm [overflow-wrap:anywhere]",
                        one.readAt === null ? "font-medium" : "text-muted-foreground",
                      )}
                    >
                      {title}
                      {one.readAt === null && <span className="sr-only"> (unread)</span>}
                    </span>
                    <TimeText at={one.changedAt} form="relative" className="text-xs text-muted-foreground" />
                  </span>
                  {detail && (
                    <span className="truncate font-mono text-xs text-muted-foreground">{detail}</span>
                  )}
                </Link>
              </li>
            );
          })}
        </ul>
      </PopoverContent>
    </Popover>
  );
}
