import type { ResolvedPath } from "@gatehouse/core/policy/cases/resolved-paths";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Table, TableCell, TableHead, TableRow } from "../../ui/table.tsx";
import { VisibleText } from "../argv/visible-text-view.tsx";

const markTone: Record<string, Tone> = { denied: "danger", sensitive: "warning" };

/** Every word that may be a path, with the place it leads to and what the policy says of that place. */
export function PathTable({
  paths,
  facts,
}: {
  paths: readonly ResolvedPath[];
  facts: "lexical" | "resolved";
}) {
  if (paths.length === 0) return null;
  return (
    <section aria-label="Paths" className="grid min-w-0 gap-2">
      <h3 className="text-sm font-semibold">What may be a path in it</h3>
      <Table label="Paths the call names" className="rounded-md border">
        <thead>
          <tr>
            <TableHead>As named</TableHead>
            <TableHead>Leads to</TableHead>
            <TableHead>Access</TableHead>
            <TableHead>Where</TableHead>
          </tr>
        </thead>
        <tbody>
          {paths.map((path, at) => (
            <TableRow key={at}>
              <TableCell className="font-mono [overflow-wrap:anywhere]">
                <VisibleText text={path.text} />
              </TableCell>
              <TableCell className="font-mono [overflow-wrap:anywhere]">
                <VisibleText text={path.path} />
              </TableCell>
              <TableCell>{path.access}</TableCell>
              <TableCell>
                <span className="flex flex-wrap items-center gap-1">
                  {path.place}
                  {path.linked && <Badge tone="info">through a link</Badge>}
                  {path.exists === false && <span className="text-muted-foreground">not there</span>}
                  {path.marks.map((mark) => (
                    <Badge key={mark} tone={markTone[mark] ?? "neutral"}>
                      {mark}
                    </Badge>
                  ))}
                </span>
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <p className="text-xs text-muted-foreground">
        {facts === "lexical"
          ? "By name. On its host a worker follows links and judges again; the stricter answer stands."
          : "As the worker found them on its host when it decided, links followed."}
      </p>
    </section>
  );
}
