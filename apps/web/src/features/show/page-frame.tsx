"use client";

import { useState } from "react";
import { framePathOf } from "../../frame-policy.ts";
import { Button } from "../../ui/button.tsx";
import { firstTime } from "./first-time.ts";

type PageFrameProps = { org: string; executionId: string; title: string };

/** A page is loaded by itself once; after a reload a person asks for it, so that one that never rests is left behind. */
export function PageFrame({ org, executionId, title }: PageFrameProps) {
  const [loaded, setLoaded] = useState(() => firstTime(executionId));
  return (
    <div className="flex h-full min-h-0 flex-col">
      <p className="border-b px-3 py-1.5 text-xs text-muted-foreground">
        Made by the agent. It is cut off from everything else; do not type secrets into it.
      </p>
      {loaded ? (
        // SAFETY: no allow-same-origin, ever: with it the page would be the application (test/e2e/script-tools.spec.ts)
        <iframe
          title={title}
          src={framePathOf(org, executionId)}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          allow=""
          className="min-h-0 w-full flex-1 bg-white [color-scheme:light]"
        />
      ) : (
        <div className="grid flex-1 place-content-center p-4">
          <Button onClick={() => setLoaded(true)}>Show the page</Button>
        </div>
      )}
    </div>
  );
}
