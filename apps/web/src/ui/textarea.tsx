import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { inputClass } from "./input.tsx";

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea className={cn(inputClass, "min-h-16 py-1.5", className)} {...props} />;
}
