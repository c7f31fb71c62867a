"use client";

import { Eye, Share2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { SessionHeader } from "./session-header-view.ts";
import { visibilityText } from "./visibility-text.ts";

const ShareDialog = dynamic(() => import("./share-dialog.tsx").then((part) => part.ShareDialog));

/** Who watches now, and who may. */
export function SessionPeople({ org, session }: { org: string; session: SessionHeader }) {
  const [sharing, setSharing] = useState(false);
  const { watchers } = session;
  const { short } = visibilityText[session.visibility];
  return (
    <>
      {watchers.length > 1 && (
        <span
          role="status"
          className="hidden items-center gap-1 text-xs text-muted-foreground sm:inline-flex"
          title={watchers.join(", ")}
        >
          <Eye aria-hidden className="size-3.5" /> {watchers.length} watch
        </span>
      )}
      {session.canShare && (
        <Button variant="quiet" size="sm" aria-label={`Share: ${short}`} onClick={() => setSharing(true)}>
          <Share2 aria-hidden /> <span className="hidden sm:inline">{short}</span>
        </Button>
      )}
      {sharing && (
        <ShareDialog
          org={org}
          sessionId={session.id}
          ownerId={session.owner.memberId}
          onClose={() => setSharing(false)}
        />
      )}
    </>
  );
}
