import { cn } from "../../ui/cn.ts";

/** A gate with its bar down. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={cn("text-primary", className)} fill="none">
      <rect x="1" y="1" width="22" height="22" rx="5.5" fill="currentColor" />
      <path
        d="M6.5 18V10.2a5.5 5.5 0 0 1 11 0V18M6.5 13.6h11M10.2 13.6V18M13.8 13.6V18"
        stroke="var(--primary-foreground)"
        strokeWidth="1.7"
        strokeLinecap="round"
      />
    </svg>
  );
}
