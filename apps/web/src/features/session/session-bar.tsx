"use client";

import { ChevronLeft, PanelRight } from "lucide-react";
import Link from "next/link";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Sheet, SheetContent, SheetTrigger } from "../../ui/sheet.tsx";
import { SessionTabs } from "../files/session-tabs.tsx";
import { SessionFacts } from "./session-facts.tsx";
import { SessionPeople } from "./session-people.tsx";
import type { SessionHeader } from "./session-header-view.ts";
import { SessionTitle } from "./session-title.tsx";

export function SessionBar({ org, session }: { org: string; session: SessionHeader }) {
  return (
    <header className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 border-b bg-background px-3 py-1.5">
      <Button asChild variant="quiet" size="icon-sm">
        <Link href={`/${org}/sessions`} aria-label="All sessions" title="All sessions">
          <ChevronLeft aria-hidden />
        </Link>
      </Button>
      <SessionTitle org={org} id={session.id} title={session.title} canRename={session.canDrive} />
      {session.archivedAt && <Badge>archived</Badge>}
      {!session.canDrive && !session.archivedAt && <Badge>read only for you</Badge>}
      <div className="ml-auto flex items-center gap-2">
        <SessionPeople org={org} session={session} />
        <SessionTabs org={org} sessionId={session.id} current="session" />
        <Badge
          tone="outline"
          className="hidden sm:inline-flex"
          title={`Host ${session.host.name}: ${session.host.state}`}
        >
          {session.host.name}
        </Badge>
        <Sheet>
          <SheetTrigger asChild>
            <Button variant="quiet" size="sm" className="xl:hidden">
              <PanelRight aria-hidden /> Details
            </Button>
          </SheetTrigger>
          <SheetContent title="Session details" side="right" className="pt-10">
            <SessionFacts org={org} session={session} />
          </SheetContent>
        </Sheet>
      </div>
    </header>
  );
}
