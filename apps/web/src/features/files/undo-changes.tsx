"use client";

import { Check, Undo2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "../../ui/button.tsx";
import { AwaitingDialog } from "./awaiting-dialog.tsx";
import { failureOf, type FileAnswer, resultOf } from "./file-answer.ts";
import { useFileAction } from "./use-file-action.ts";

type Problem = { path: string; error: string; conflict: boolean };

/** Takes back what one execution did to files. What was changed again since is told, and taken back only when a person says so. */
export function UndoChanges({ sessionId, executionId }: { sessionId: string; executionId: string }) {
  const action = useFileAction(sessionId);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [isBack, setIsBack] = useState(false);
  const ended = (answer: FileAnswer): void => {
    const receipt = resultOf(answer, "edit_file")?.receipt;
    const failure = failureOf(answer);
    if (failure !== null || receipt === undefined || !("undone" in receipt))
      return void toast.error(failure ?? "Nothing was undone.");
    setProblems(receipt.problems);
    setIsBack(receipt.problems.length === 0);
    const done = receipt.undone.filter(({ did }) => !did.startsWith("already")).length;
    if (done > 0) toast.success(`Took back the changes of ${done} ${done === 1 ? "file" : "files"}.`);
    else if (receipt.problems.length === 0) toast.success("There was nothing left to take back.");
  };
  const undo = (conflict?: "replace"): void => action.undo([executionId], conflict, ended);
  return (
    <div className="space-y-2 border-t px-3 py-2">
      {isBack ? (
        <p role="status" className="flex min-h-7 items-center gap-1.5 text-sm text-muted-foreground">
          <Check aria-hidden className="size-4 shrink-0 text-success" /> Taken back. The call that did it can
          be undone as well.
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Button size="sm" variant="secondary" disabled={action.busy} onClick={() => undo()}>
            <Undo2 aria-hidden /> {action.busy ? "Undoing…" : "Undo these changes"}
          </Button>
          <span className="text-xs text-muted-foreground">
            New files go to the trash. What was changed again since stays.
          </span>
        </div>
      )}
      {problems.length > 0 && (
        <div role="status" className="space-y-1.5 text-xs">
          <p>Left as they are:</p>
          <ul className="max-h-48 space-y-1 overflow-y-auto">
            {problems.map(({ path, error }) => (
              <li key={path}>
                <code className="font-mono [overflow-wrap:anywhere]">
                  {path.replace(/^\/home\/agent\/work\//, "")}
                </code>
                <span className="text-muted-foreground">: {error}</span>
              </li>
            ))}
          </ul>
          {problems.some(({ conflict }) => conflict) && (
            <Button size="sm" variant="secondary" disabled={action.busy} onClick={() => undo("replace")}>
              Move the newer ones to the trash and undo
            </Button>
          )}
        </div>
      )}
      <AwaitingDialog action={action} />
    </div>
  );
}
