import type { FoundPage } from "@gatehouse/core/contracts/web";
import { VisibleText } from "../argv/visible-text-view.tsx";

const mostShown = 5;

/** What a search found, as text: an address that a stranger wrote is not made a link to click on. */
export function FoundPages({ pages }: { pages: readonly FoundPage[] }) {
  if (pages.length === 0)
    return <p className="border-t px-3 py-2 text-sm text-muted-foreground">Nothing was found.</p>;
  return (
    <div className="grid min-w-0 gap-1 border-t px-3 py-2">
      <ol aria-label="Pages found" className="grid min-w-0 gap-1.5">
        {pages.slice(0, mostShown).map((page, at) => (
          <li key={`${at} ${page.url}`} className="grid min-w-0">
            <span className="truncate text-sm font-medium">{page.title}</span>
            <code className="truncate font-mono text-xs text-muted-foreground">
              <VisibleText text={page.url} />
            </code>
          </li>
        ))}
      </ol>
      {pages.length > mostShown && (
        <p className="text-xs text-muted-foreground">{pages.length - mostShown} more stand in the output.</p>
      )}
    </div>
  );
}
