"use client";

import { may } from "@gatehouse/core/role";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { navItems } from "./nav-items.ts";
import { useOrg } from "./org-context.tsx";

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

type Handlers = { onPalette: () => void; onHelp: () => void };

/** Ctrl or Cmd with K anywhere; `?`, `/` and the chords with g only while nothing is being typed. */
export function useShortcuts(handlers: Handlers): void {
  const router = useRouter();
  const org = useOrg();
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    let chordUntil = 0;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        latest.current.onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("[role=dialog],[role=alertdialog]")) return;
      const inChord = event.timeStamp < chordUntil;
      chordUntil = 0;
      const item = navItems.find((one) => one.key === event.key && (!one.needs || may(org.role, one.needs)));
      if (inChord && item) router.push(`/${org.slug}/${item.path}`);
      else if (event.key === "g") chordUntil = event.timeStamp + 1200;
      else if (event.key === "?") latest.current.onHelp();
      else if (event.key === "/") document.querySelector<HTMLElement>("[data-main-input]")?.focus();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [router, org.slug, org.role]);
}
