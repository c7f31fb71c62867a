"use client";

import { FilePlus2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, inputClass } from "../../ui/input.tsx";
import { failureOf, resultOf } from "./file-answer.ts";
import type { FileAction } from "./use-file-action.ts";

type NewFileDialogProps = { action: FileAction; onMade: (path: string) => void };

export function NewFileDialog({ action, onMade }: NewFileDialogProps) {
  const [open, setOpen] = useState(false);
  const [path, setPath] = useState("");
  const [content, setContent] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    action.run({ tool: "edit_file", input: { mode: "write", path, content, create: true } }, (answer) => {
      const failure = failureOf(answer);
      if (failure !== null) return setProblem(failure);
      const receipt = resultOf(answer, "edit_file")?.receipt;
      toast.success("The file is there.");
      setOpen(false);
      setPath("");
      setContent("");
      if (receipt) onMade(receipt.path);
    });
  };
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <FilePlus2 aria-hidden /> New
      </Button>
      <Dialog open={open && action.awaiting === null} onOpenChange={setOpen}>
        <DialogContent title="New file" description="Directories on the way are made where they are missing.">
          <form onSubmit={submit} className="grid gap-4">
            <Field label="Path in the workspace" error={problem ?? undefined}>
              {(control) => (
                <Input
                  {...control}
                  className="h-9 font-mono"
                  placeholder="notes/plan.md"
                  value={path}
                  onChange={(event) => setPath(event.target.value)}
                />
              )}
            </Field>
            <Field label="Content">
              {(control) => (
                <textarea
                  {...control}
                  rows={8}
                  className={`${inputClass} py-2 font-mono text-xs`}
                  value={content}
                  onChange={(event) => setContent(event.target.value)}
                />
              )}
            </Field>
            <DialogActions>
              <DialogClose asChild>
                <Button>Cancel</Button>
              </DialogClose>
              <Button type="submit" variant="primary" disabled={path.trim() === "" || action.busy}>
                Make the file
              </Button>
            </DialogActions>
          </form>
        </DialogContent>
      </Dialog>
    </>
  );
}
