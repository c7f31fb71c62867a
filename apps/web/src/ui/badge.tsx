import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

const badgeVariants = cva(
  "inline-flex h-5 max-w-full shrink-0 items-center justify-self-start gap-1 rounded border px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        neutral: "border-border bg-muted text-muted-foreground",
        outline: "border-border bg-transparent text-muted-foreground",
        success: "border-success-line bg-success-subtle text-success",
        warning: "border-warning-line bg-warning-subtle text-warning",
        danger: "border-danger-line bg-danger-subtle text-danger",
        info: "border-info-line bg-info-subtle text-info",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type Tone = NonNullable<VariantProps<typeof badgeVariants>["tone"]>;

export function Badge({ className, tone, ...props }: ComponentProps<"span"> & { tone?: Tone }) {
  return <span className={cn(badgeVariants({ tone }), className)} {...props} />;
}
