import type { FileChangeKind, FileKind } from "@gatehouse/core/contracts/files";
import { File, FileSymlink, Folder, FolderOpen, type LucideIcon, Shapes } from "lucide-react";
import { cn } from "../../ui/cn.ts";

const icons: Record<FileKind, LucideIcon> = {
  file: File,
  directory: Folder,
  link: FileSymlink,
  other: Shapes,
};

export function KindIcon({ kind, open }: { kind: FileKind; open?: boolean }) {
  const Icon = kind === "directory" && open === true ? FolderOpen : icons[kind];
  return <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />;
}

const marks: Record<FileChangeKind, { letter: string; label: string; className: string }> = {
  created: { letter: "A", label: "created", className: "text-success" },
  changed: { letter: "M", label: "changed", className: "text-warning" },
  deleted: { letter: "D", label: "deleted", className: "text-danger" },
};

/** A letter as in a version control list, with its word for who does not see it. */
export function ChangeLetter({ change, title }: { change: FileChangeKind; title?: string }) {
  const { letter, label, className } = marks[change];
  return (
    <span
      title={title ?? label}
      className={cn("w-3 shrink-0 text-center font-mono text-xs font-semibold", className)}
    >
      <span aria-hidden>{letter}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
