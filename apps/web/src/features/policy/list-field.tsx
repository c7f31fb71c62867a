"use client";

import { entryText, listAt, withValue } from "@gatehouse/core/policy/document/at-path";
import type { PolicyField } from "@gatehouse/core/policy/document/fields";
import { Trash2 } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Table, TableCell, TableHead, TableRow } from "../../ui/table.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { AddEntry } from "./add-entry.tsx";
import type { Administration, Draft } from "./use-draft.ts";

export type Hit = { count: number; lastMs: number };

type ListFieldProps = {
  field: PolicyField;
  draft: Draft;
  administration: Administration;
  /** by field and entry; null while they are counted */
  hits: ReadonlyMap<string, Hit> | null;
};

function patternText(item: unknown): string | null {
  if (item === null || typeof item !== "object") return null;
  const { binary, arguments: words } = item as { binary?: string; arguments?: string[] };
  return [binary, ...(words ?? [])].join(" ");
}

/** One list: the org's own entries with who, why, when and how often, and what ships beside them. */
export function ListField({ field, draft, administration, hits }: ListFieldProps) {
  const { path, title, sentence } = field;
  const own = listAt(draft.document, path);
  const builtIn = administration.builtIn[path] ?? [];
  const noteList = administration.draft?.notes ?? administration.current.notes;
  const notes = new Map(noteList.filter((note) => note.path === path).map((note) => [note.entry, note]));
  const remove = (entry: unknown) => {
    const rest = own.filter((other) => other !== entry);
    draft.save(withValue(draft.document, path, rest));
  };
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b px-4 py-3 last:border-b-0"
    >
      <div>
        <h3 className="flex flex-wrap items-center gap-x-2 text-sm font-semibold">
          {title} <code className="font-mono text-xs font-normal text-muted-foreground">{path}</code>
        </h3>
        <p className="text-sm text-muted-foreground">{sentence}</p>
      </div>
      {own.length > 0 && (
        <Table label={`Own entries of ${title}`} className="rounded-md border">
          <thead>
            <tr>
              <TableHead>Entry</TableHead>
              <TableHead>Why</TableHead>
              <TableHead>Added</TableHead>
              <TableHead>Hits in 30 days</TableHead>
              <TableHead>
                <span className="sr-only">Actions</span>
              </TableHead>
            </tr>
          </thead>
          <tbody>
            {own.map((item, at) => {
              const entry = entryText(item);
              const note = notes.get(entry);
              const pattern = patternText(item);
              const remarks = administration.remarks.filter(
                (remark) => remark.path === path && remark.entry === entry,
              );
              return (
                <TableRow key={`${entry} ${at}`}>
                  <TableCell className="max-w-80 min-w-32 font-mono font-medium [overflow-wrap:anywhere]">
                    {entry}
                    {pattern !== null && (
                      <span className="block text-xs font-normal text-muted-foreground">{pattern}</span>
                    )}
                    {remarks.map((remark) => (
                      <span
                        key={remark.sentence}
                        className="block font-sans text-xs font-normal text-warning"
                      >
                        {remark.sentence}
                      </span>
                    ))}
                  </TableCell>
                  <TableCell className="min-w-32 [overflow-wrap:anywhere]">
                    {note === undefined ? "not recorded" : note.reason || "when it is published"}
                  </TableCell>
                  <TableCell className="whitespace-nowrap">
                    {note === undefined ? (
                      "not recorded"
                    ) : (
                      <>
                        {note.addedBy}{" "}
                        <span className="text-muted-foreground">
                          <TimeText at={note.addedAt} form="relative" />
                        </span>
                      </>
                    )}
                  </TableCell>
                  <TableCell className="whitespace-nowrap tabular-nums">
                    <HitText hits={hits} of={`${path} ${entry}`} />
                  </TableCell>
                  <TableCell className="w-0 text-right">
                    <Button
                      variant="quiet"
                      size="icon-sm"
                      aria-label={`Remove ${entry} from ${title}`}
                      title="Remove"
                      disabled={draft.busy}
                      onClick={() => remove(item)}
                    >
                      <Trash2 aria-hidden />
                    </Button>
                  </TableCell>
                </TableRow>
              );
            })}
          </tbody>
        </Table>
      )}
      <AddEntry field={field} draft={draft} />
      {builtIn.length > 0 && <BuiltIn path={path} entries={builtIn} hits={hits} />}
    </section>
  );
}

/** What no decision reads has no count. */
const uncounted = ["exclude_list", "net_white_list", "network_host"];

function HitText({ hits, of }: { hits: ReadonlyMap<string, Hit> | null; of: string }) {
  if (uncounted.some((path) => of.startsWith(`${path} `)))
    return <span className="text-muted-foreground">not counted</span>;
  if (hits === null) return <span className="text-muted-foreground">…</span>;
  const hit = hits.get(of);
  if (hit === undefined) return <span className="text-muted-foreground">none</span>;
  return (
    <>
      {hit.count.toLocaleString("en")}
      <span className="text-muted-foreground">
        , last <TimeText at={new Date(hit.lastMs)} form="relative" />
      </span>
    </>
  );
}

type BuiltInProps = { path: string; entries: readonly string[]; hits: ReadonlyMap<string, Hit> | null };

function BuiltIn({ path, entries, hits }: BuiltInProps) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded text-muted-foreground hover:text-foreground">
        {entries.length.toLocaleString("en")} built in; they always hold
      </summary>
      <ul
        aria-label="Built-in entries"
        tabIndex={0}
        className="mt-2 flex max-h-56 flex-wrap gap-1 overflow-y-auto"
      >
        {entries.map((entry) => {
          const hit = hits?.get(`${path} ${entry}`);
          return (
            <li key={entry}>
              <Badge tone="outline" className="font-mono">
                {entry}
                {hit !== undefined && (
                  <span title="hits in 30 days" className="font-sans text-foreground tabular-nums">
                    {hit.count}
                  </span>
                )}
              </Badge>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
