import type { ReactNode } from "react";
import { Logo } from "../shell/logo.tsx";

type EntryCardProps = { title: string; description?: ReactNode; children: ReactNode };

/** The frame of the pages before a login. */
export function EntryCard({ title, description, children }: EntryCardProps) {
  return (
    <main className="grid min-h-dvh content-start justify-items-center gap-6 px-4 pt-[12vh] pb-12">
      <div className="flex items-center gap-2.5">
        <Logo className="size-8" />
        <span className="text-lg font-semibold tracking-tight">Gatehouse</span>
      </div>
      <section className="grid w-full max-w-sm gap-5 rounded-lg border bg-card p-6">
        <div className="grid gap-1">
          <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
          {description !== undefined && <p className="text-sm text-muted-foreground">{description}</p>}
        </div>
        {children}
      </section>
    </main>
  );
}
