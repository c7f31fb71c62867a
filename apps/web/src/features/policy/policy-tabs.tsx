"use client";

import { FlaskConical, History, PencilLine, ShieldCheck } from "lucide-react";
import Link from "next/link";
import { cn } from "../../ui/cn.ts";
import { useMay, useOrg } from "../shell/org-context.tsx";

const tabs = [
  { id: "in-force", path: "", label: "In force", icon: ShieldCheck },
  { id: "draft", path: "/draft", label: "Draft", icon: PencilLine },
  { id: "playground", path: "/playground", label: "Playground", icon: FlaskConical },
  { id: "history", path: "/history", label: "History", icon: History },
] as const;

/** The sides of the policy that who may edit it sees. */
export function PolicyTabs({ current }: { current: (typeof tabs)[number]["id"] }) {
  const { slug } = useOrg();
  if (!useMay("policy.edit")) return null;
  return (
    <nav aria-label="Policy" className="-mx-1 flex gap-1 overflow-x-auto px-1">
      {tabs.map(({ id, path, label, icon: Icon }) => (
        <Link
          key={id}
          href={`/${slug}/policy${path}`}
          aria-current={id === current ? "page" : undefined}
          className={cn(
            "inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2 text-xs font-medium text-muted-foreground hover:bg-accent hover:text-foreground [&_svg]:size-3.5",
            id === current && "bg-accent text-foreground",
          )}
        >
          <Icon aria-hidden /> {label}
        </Link>
      ))}
    </nav>
  );
}
