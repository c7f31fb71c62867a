"use client";

import { useEffect } from "react";

/** Puts how many calls wait before the title of every page, and keeps it there when a page names itself. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const put = (): void => {
      const bare = document.title.replace(/^\(\d+\+?\) /, "");
      const wanted = count === 0 ? bare : `(${count > 99 ? "99+" : count}) ${bare}`;
      if (document.title !== wanted) document.title = wanted;
    };
    put();
    const observer = new MutationObserver(put);
    // the head, because another page may bring another title element
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [count]);
}
