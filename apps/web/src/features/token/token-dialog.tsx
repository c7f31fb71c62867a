"use client";

import { useState } from "react";
import type { Outputs } from "../../trpc/client.ts";
import { Dialog, DialogContent } from "../../ui/dialog.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { TokenForm } from "./token-form.tsx";

type TokenDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };
type Made = Outputs["token"]["create"];

export function TokenDialog({ open, onOpenChange }: TokenDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="New API token"
        description="It acts for you, within your role and these scopes, and is told only once."
      >
        <TokenBody />
      </DialogContent>
    </Dialog>
  );
}

function TokenBody() {
  const [made, setMade] = useState<Made | null>(null);
  return made === null ? <TokenForm onMade={setMade} /> : <TokenShown made={made} />;
}

function TokenShown({ made }: { made: Made }) {
  return (
    <ShownOnce
      label="Your token"
      hint={
        <>
          Works until <TimeText at={made.expiresAt} />. It is shown only now: copy it before you close this.
        </>
      }
      value={made.token}
      copyLabel="Copy the token"
    />
  );
}
