import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { DialogActions, DialogClose } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

type ShownOnceProps = { label: string; hint: ReactNode; value: string; copyLabel: string };

/** A secret that a dialog shows for the only time, with the button that ends it. */
export function ShownOnce({ label, hint, value, copyLabel }: ShownOnceProps) {
  return (
    <div className="grid gap-4">
      <Field label={label} hint={hint}>
        {(control) => (
          <div className="flex gap-1">
            <Input
              {...control}
              readOnly
              value={value}
              className="font-mono text-xs"
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={value} label={copyLabel} className="size-8" />
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
