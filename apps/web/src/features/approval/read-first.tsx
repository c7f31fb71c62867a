"use client";

import { ArrowDown } from "lucide-react";
import { Button } from "../../ui/button.tsx";

/** Says why there is no yes yet, and leads to where it becomes one. */
export function ReadFirst({ approvalId }: { approvalId: string }) {
  const goThere = (): void => {
    const box =
      document.querySelector(`[data-whole-text="${approvalId}"] pre`) ??
      document.querySelector(`[data-whole-command="${approvalId}"]`);
    box?.scrollIntoView({ block: "nearest" });
    box?.scrollTo({ top: box.scrollTop + box.clientHeight * 0.9, behavior: "smooth" });
    if (box instanceof HTMLElement) box.focus({ preventScroll: true });
  };
  return (
    <p className="flex basis-full flex-wrap items-center gap-x-2 text-xs text-muted-foreground">
      <span role="status">It is long: a yes takes having seen it to its end.</span>
      <Button variant="quiet" size="sm" onClick={goThere}>
        <ArrowDown aria-hidden /> Read on
      </Button>
    </p>
  );
}
