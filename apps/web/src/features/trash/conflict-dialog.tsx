"use client";

import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions, DialogContent } from "../../ui/dialog.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";

type Choice = "keep_both" | "replace";
type ConflictDialogProps = { path: string; onChoose: (choice: Choice) => void; onCancel: () => void };

const options = [
  { value: "keep_both", label: "Keep both", text: "The restored one gets another name beside it." },
  { value: "replace", label: "Replace", text: "What is there now moves to the trash." },
] as const;

/** The name is taken: nothing is overwritten without a choice, and with none of them anything is lost. */
export function ConflictDialog({ path, onChoose, onCancel }: ConflictDialogProps) {
  const [choice, setChoice] = useState<Choice>("keep_both");
  return (
    <Dialog open onOpenChange={(open) => !open && onCancel()}>
      <DialogContent
        title="Something else has this name now"
        description={<code className="font-mono [overflow-wrap:anywhere]">{path}</code>}
      >
        <RadioCards legend="What to do" value={choice} onValueChange={setChoice} options={options} />
        <DialogActions>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" onClick={() => onChoose(choice)}>
            Restore
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
