"use client";

import { Dialog, DialogContent } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { navItems } from "./nav-items.ts";

const groups: readonly {
  title: string;
  rows: readonly (readonly [keys: readonly string[], does: string])[];
}[] = [
  {
    title: "Anywhere",
    rows: [
      [["Ctrl", "K"], "Go to a page or session"],
      [["/"], "Go to the search field or the command line"],
      [["?"], "This list"],
      ...navItems.map((item) => [["g", item.key], item.label] as const),
    ],
  },
  {
    title: "Approvals",
    rows: [
      [["j", "k"], "The next or previous call that waits"],
      [["Enter"], "Open the page of the call"],
      [["d"], "Deny it, with a reason"],
      [["a", "y"], "Run it once; no single key does"],
    ],
  },
  {
    title: "Command line and arguments",
    rows: [
      [["Enter"], "Run what the arguments show"],
      [["↑"], "Bring back an earlier command, while the line is empty"],
      [["Enter"], "Edit the focused argument"],
      [["Delete"], "Remove the focused argument"],
      [["Alt", "← →"], "Move the focused argument"],
    ],
  },
];

export function ShortcutHelp({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Keyboard shortcuts" description="Single keys work while no field has the focus.">
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3 className="mb-1.5 text-xs font-medium text-muted-foreground">{group.title}</h3>
            <dl className="grid gap-1">
              {group.rows.map(([keys, does]) => (
                <div key={does} className="flex items-center justify-between gap-4">
                  <dt className="text-sm">{does}</dt>
                  <dd className="flex gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogContent>
    </Dialog>
  );
}
