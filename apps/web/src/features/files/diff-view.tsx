import { cn } from "../../ui/cn.ts";

/** A unified diff, line by line. The sign stands in the text, so that nothing is told by colour alone. */
export function DiffView({ diff, label }: { diff: string; label: string }) {
  const lines = diff.replace(/\n$/, "").split("\n");
  const shown = lines.filter((line) => !/^(---|\+\+\+) /.test(line) && !line.startsWith("\\ No newline"));
  return (
    <pre
      role="region"
      aria-label={label}
      tabIndex={0}
      className="max-h-96 overflow-auto py-1.5 font-mono text-xs leading-5"
    >
      {shown.map((line, at) => (
        <span
          // lines have no other name than their place
          key={at}
          className={cn(
            "block min-w-max px-3",
            line.startsWith("+") && "bg-success-subtle text-success",
            line.startsWith("-") && "bg-danger-subtle text-danger",
            line.startsWith("@@") && "text-muted-foreground",
          )}
        >
          {line === "" ? " " : line}
        </span>
      ))}
    </pre>
  );
}
