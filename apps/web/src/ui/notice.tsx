import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

const kinds = {
  info: { icon: Info, className: "border-info-line bg-info-subtle text-info" },
  success: { icon: CircleCheck, className: "border-success-line bg-success-subtle text-success" },
  warning: { icon: TriangleAlert, className: "border-warning-line bg-warning-subtle text-warning" },
  danger: { icon: CircleAlert, className: "border-danger-line bg-danger-subtle text-danger" },
} as const;

type NoticeProps = {
  kind: keyof typeof kinds;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
  role?: "alert" | "status";
};

export function Notice({ kind, title, children, actions, className, role }: NoticeProps) {
  const { icon: Icon, className: tone } = kinds[kind];
  return (
    <div role={role} className={cn("flex items-start gap-2.5 rounded-md border px-3 py-2", tone, className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-0 flex-1 gap-1 text-sm [overflow-wrap:anywhere]">
        {title !== undefined && <p className="font-medium">{title}</p>}
        {children !== undefined && <div className="text-foreground">{children}</div>}
        {actions !== undefined && <div className="mt-1 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
