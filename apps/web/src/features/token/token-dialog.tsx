"use client";

import { useState } from "react";
import type { Outputs } from "../../trpc/client.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
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
    <div className="grid gap-4">
      <Field
        label="Your token"
        hint={
          <>
            Works until <TimeText at={made.expiresAt} />. It is shown only now: copy it before you close this.
          </>
        }
      >
        {(control) => (
          <div className="flex gap-1">
            <Input
              {...control}
              readOnly
              value={made.token}
              className="font-mono text-xs"
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={made.token} label="Copy the token" className="size-8" />
          </div>
        )}
      </Field>
      <DialogActions>
        <DialogClose asChild>
          <Button variant="primary">Done</Button>
        </DialogClose>
      </DialogActions>
    </div>
  );
}
