"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const chordMs = 1_500;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT|BUTTON|A)$/.test(target.tagName))
  );
}

/**
 * j and k move between the waiting calls, Enter opens the page of one, d asks for the reason of a no, and a followed by y
 * is the yes. No single key answers, and no key does while a field or a button has the focus or a dialog is open.
 */
export function useInboxKeys(org: string): void {
  const router = useRouter();
  useEffect(() => {
    let yesUntil = 0;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      if (document.querySelector("[role=dialog],[role=alertdialog]")) return;
      const cards = [...document.querySelectorAll<HTMLElement>("[data-approval]")];
      const at = cards.findIndex((card) => card === document.activeElement);
      const here = cards[at];
      const inChord = event.timeStamp < yesUntil;
      yesUntil = 0;
      const press = (name: string): void =>
        here?.querySelector<HTMLElement>(`[data-answer="${name}"]`)?.click();
      if (event.key === "j") cards[Math.min(at + 1, cards.length - 1)]?.focus();
      else if (event.key === "k") cards[Math.max(at - 1, 0)]?.focus();
      else if (here === undefined) return;
      else if (event.key === "Enter") router.push(`/${org}/approvals/${here.dataset["approval"] ?? ""}`);
      else if (event.key === "d") press("deny");
      else if (event.key === "a") yesUntil = event.timeStamp + chordMs;
      else if (event.key === "y" && inChord) press("approve");
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [org, router]);
}
